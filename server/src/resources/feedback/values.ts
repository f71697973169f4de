import { z } from "zod"
import type { FeedbackStats } from "../../../../src/contract/feedback"
import { named, total } from "../../kinds/answer-shape"

export const feedbackStats = named("FeedbackStats", {
  total,
  new: total,
  inProgress: total,
  resolved: total,
  complaints: total,
  suggestions: total,
  overdue: total,
  resolutionRate: z.number().min(0).max(100),
}) satisfies z.ZodType<FeedbackStats>

import { z } from "zod"

/** The forwarded members of a chat completion. Members that raise the cost (model, streaming, several answers) are not forwarded. */
export const chatBody = z.object({
  messages: z
    .array(z.object({ role: z.enum(["system", "user", "assistant"]), content: z.string().max(32_000) }))
    .min(1)
    .max(32),
  temperature: z.number().min(0).max(2).optional(),
  max_tokens: z.number().int().min(1).max(16_000).optional(),
  response_format: z.object({ type: z.enum(["text", "json_object"]) }).optional(),
})

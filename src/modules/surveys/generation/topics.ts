import { fold } from "../../../core/text/fold"
import { partsOf, type Texts } from "./texts"

/** Topics that have templates of their own. */
export const topics = [
  "engagement",
  "remote",
  "leadership",
  "training",
  "onboarding",
  "food",
  "office",
  "benefits",
  "communication",
  "wellbeing",
  "satisfaction",
] as const
type Topic = (typeof topics)[number]

/**
 * Keywords are folded beginnings of words, in both languages: a topic may be written in either. Satisfaction counts little,
 * because it is named with every other topic.
 */
const scoreOf = (words: string, topic: Topic, texts: Texts) => {
  const found = partsOf(texts(`templates.keywords.${topic}`)).filter(keyword => words.includes(` ${keyword}`))
  return topic === "satisfaction" ? Math.min(found.length, 1) : found.join("").length
}

/** Returns the topic whose keywords fit a text best; undefined when none fits. */
export const topicOf = (text: string, texts: Texts): Topic | undefined => {
  const words = ` ${fold(text).replace(/[^a-z0-9]+/g, " ")}`
  const scores = topics.map(topic => ({ topic, score: scoreOf(words, topic, texts) }))
  const best = scores.sort((a, b) => b.score - a.score)[0]
  return best?.score ? best.topic : undefined
}

import { boolean, date, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core"
import type { AnswerValue, ReminderSkip } from "../../../src/contract/surveys/answers"
import { at } from "./columns"

/** The tables around `surveys` for Drizzle: invitations, answers, tallies, documents (server/migrations/0016_survey_answers.sql). */
const ofSurvey = () => uuid("survey_id").notNull()

/** Respondent tokens, as SHA-256. Nothing leads from a token to a person. */
export const surveyInvitations = pgTable(
  "survey_invitations",
  {
    tokenHash: text("token_hash").notNull(),
    surveyId: ofSurvey(),
    departmentId: uuid("department_id"),
    used: boolean("used").notNull().default(false),
    /** The person was entered within 14 days before the first invitations, or the survey's start when that is later. */
    newcomer: boolean("newcomer").notNull().default(false),
    /** A newcomer of a company's first survey, who was entered before the first invitations. */
    founding: boolean("founding").notNull().default(false),
    /** The person has left: the token is not valid any more, and stays in all numbers. */
    ended: boolean("ended").notNull().default(false),
  },
  table => [primaryKey({ columns: [table.surveyId, table.tokenHash] })],
)

/** Who was invited: a keyed hash over survey and person. */
export const surveyInvitees = pgTable(
  "survey_invitees",
  { surveyId: ofSurvey(), personHash: text("person_hash").notNull() },
  table => [primaryKey({ columns: [table.surveyId, table.personHash] })],
)

/**
 * Person and token of each mailed invitation, encrypted; nothing else leads from a row to an invitation or a person. `personKey`: a keyed
 * hash over survey and person, another one than that of the invited people; null of a link from before it.
 */
export const surveyLinks = pgTable("survey_links", {
  sealed: text("sealed").primaryKey(),
  surveyId: ofSurvey(),
  personKey: text("person_key"),
})

/** `day`: of a planned reminder; `skipped`: why it was not sent, at this instant. */
export const surveyReminders = pgTable(
  "survey_reminders",
  {
    surveyId: ofSurvey(),
    sentAt: at("sent_at").notNull(),
    day: integer("day"),
    skipped: text("skipped").$type<ReminderSkip>(),
  },
  table => [primaryKey({ columns: [table.surveyId, table.sentAt] })],
)

/** One row for each respondent, without a time. */
export const surveyAnswers = pgTable(
  "survey_answers",
  {
    id: uuid("id").notNull().defaultRandom(),
    surveyId: ofSurvey(),
    departmentId: uuid("department_id"),
    /** The day on which the answer entered the tallies; null while it waits for its group, `infinity` in a group without a day. */
    enteredOn: date("entered_on"),
    /** Those of the invitation; an answer that is founding has no department. */
    newcomer: boolean("newcomer").notNull().default(false),
    founding: boolean("founding").notNull().default(false),
    /** Values by the id of the question. */
    answers: jsonb("answers").$type<Record<string, AnswerValue>>().notNull(),
  },
  table => [primaryKey({ columns: [table.surveyId, table.id] })],
)

/**
 * What reports show: numbers of people. `option` is the value as JSON, `null` for the people who answered the question; the
 * question "" counts the people of the groups, `newcomers` those of them who came later. Rows without a day wait for their group,
 * those of the day `infinity` are in a group that is on no day; `known`
 * counts those who answered the question and are no newcomers.
 */
export const surveyTallies = pgTable("survey_tallies", {
  surveyId: ofSurvey(),
  questionId: text("question_id").notNull(),
  departmentId: uuid("department_id"),
  enteredOn: date("entered_on"),
  option: text("option").notNull(),
  people: integer("people").notNull(),
})

/** Answers to open questions, in groups as {@link surveyTallies}; nothing leads from a text to the other answers of its person. */
export const surveyTexts = pgTable("survey_texts", {
  surveyId: ofSurvey(),
  questionId: text("question_id").notNull(),
  departmentId: uuid("department_id"),
  enteredOn: date("entered_on"),
  text: text("text").notNull(),
})

/** Recommendations and action plans of a survey: lists that are written as a whole. */
export const surveyDocuments = pgTable(
  "survey_documents",
  {
    surveyId: ofSurvey(),
    kind: text("kind").$type<"recommendations" | "plans">().notNull(),
    content: jsonb("content").$type<unknown[]>().notNull(),
    version: integer("version").notNull().default(1),
    updatedAt: at("updated_at").notNull(),
    updatedBy: uuid("updated_by"),
  },
  table => [primaryKey({ columns: [table.surveyId, table.kind] })],
)

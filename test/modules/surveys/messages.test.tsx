// @vitest-environment happy-dom
import { consoleOnApi, describeMessages } from "../kit"

const screens = consoleOnApi()
const questions = [{ text: "Memnun musunuz?", type: "yes_no" }]

describeMessages(screens, {
  path: "survey-management",
  call: "/survey",
  remove: "/survey/delete/",
  name: "title",
  record: title => ({ title, type: 0, status: 1, questions }),
  needed: title => ({ title }),
  says: {
    update: { tr: "Anket güncellenemedi", en: "The survey could not be updated" },
    remove: { tr: "Anket silinemedi", en: "The survey could not be deleted" },
    required: { tr: "Anket adı gereklidir.", en: "Survey name is required." },
  },
})

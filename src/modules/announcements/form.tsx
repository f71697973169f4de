import {
  type Announcement,
  type AnnouncementDraft,
  announcementOf,
  blank,
  draftOf,
  fields,
  rules,
  statuses,
} from "../../contract/announcements"
import { asDateTime, asOptions, compareOf } from "../../ui/forms/compare"
import { publishing } from "../../ui/forms/publishing"
import { CreatePage } from "../../ui/pages/form/create-page"
import { EditPage } from "../../ui/pages/form/edit-page"
import type { FormSpec } from "../../ui/pages/form/form-frame"
import { historyOf, lastChangeOf } from "../audit/api"
import { departmentOptions } from "../departments/api"
import { companyOptions } from "../owners/api"
import { addAnnouncement, getAnnouncement, updateAnnouncement } from "./api"
import { Fields } from "./fields"
import { Preview } from "./preview"
import { announcements, kindLook, statusLook } from "./resource"

const form: FormSpec<Announcement, AnnouncementDraft> = {
  resource: announcements,
  owners: companyOptions,
  rules,
  shared: {
    message: "announcement.required",
    of: {
      title: "announcement.titleRequired",
      description: "announcement.descriptionRequired",
      body: "announcement.bodyRequired",
    },
  },
  draftOf,
  Fields,
  Aside: Preview,
  lastChangeOf: lastChangeOf("announcement"),
  compare: {
    ...compareOf(fields, { type: kindLook, status: statusLook }),
    startDate: asDateTime("announcement.atOnce"),
    endDate: asDateTime("announcement.forGood"),
    tenantIds: asOptions(companyOptions, "ui.everyCompany"),
    departmentIds: asOptions(departmentOptions, "announcement.everyDepartment"),
  },
  publish: publishing({ draft: statuses.value("draft"), published: statuses.value("published") }),
}

export const history = historyOf("announcement", form, announcementOf)

export const Add = () => <CreatePage {...form} blank={blank} read={getAnnouncement} save={addAnnouncement} />

export const Edit = () => <EditPage {...form} read={getAnnouncement} recordOf={announcementOf} save={updateAnnouncement} />

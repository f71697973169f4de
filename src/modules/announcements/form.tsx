import {
  type Announcement,
  type AnnouncementDraft,
  announcementOf,
  blank,
  draftOf,
  rules,
  statuses,
} from "../../contract/announcements"
import { AsPictures, asCode, asDateTime, asOptions } from "../../ui/forms/compare"
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
    type: asCode(kindLook),
    startDate: asDateTime("announcement.atOnce"),
    endDate: asDateTime("announcement.forGood"),
    tenantIds: asOptions(companyOptions, "ui.everyCompany"),
    departmentIds: asOptions(departmentOptions, "announcement.everyDepartment"),
    status: asCode(statusLook),
    media: AsPictures,
  },
  publish: publishing({ draft: statuses.value("draft"), published: statuses.value("published") }),
}

export const history = historyOf("announcement", form, announcementOf)

export const Add = () => <CreatePage {...form} blank={blank} read={getAnnouncement} save={addAnnouncement} />

export const Edit = () => <EditPage {...form} read={getAnnouncement} recordOf={announcementOf} save={updateAnnouncement} />

import { announcements } from "./announcements"
import { brands } from "./brands"
import { campaigns } from "./campaigns/routes"
import { gifts } from "./gifts/routes"
import { payments } from "./payments"
import { surveys } from "./surveys/routes"

/** The kinds of record whose calls are those of `crud`: routes and documentation. */
export const recordResources = [campaigns, announcements, surveys, brands, payments, gifts]

import { useId } from "react"
import { useSnapshot } from "valtio"
import { fromInstant } from "../../../core/dates/dates"
import { browserZone, zoneName, zonesDiffer } from "../../../core/dates/time-zone"
import { config } from "../../../state/config"
import { i18n } from "../../../state/instances"
import { changeSettings, settings } from "../../../state/settings"
import { type Segment, Segmented } from "../../../ui/controls/segmented"
import { Switch } from "../../../ui/controls/switch"
import { Card } from "../../../ui/display/card"
import { useNow } from "../../../ui/hooks/use-now"
import { useT } from "../../../ui/hooks/use-t"
import { chooseLanguage, languages } from "../../shell/language-switch"

/** A setting of a few values, in a list of settings. */
export const Choice = <V extends string>(props: {
  label: string
  text?: string
  value: V
  options: readonly Segment<V>[]
  onChange: (value: V) => void
}) => {
  const { text, ...choice } = props
  const id = useId()
  return (
    <li>
      <div className="profile-list__text">
        <b>{props.label}</b>
        {text && <small id={id}>{text}</small>}
      </div>
      <Segmented {...choice} describedBy={text && id} />
    </li>
  )
}

/** Returns the current time in the chosen zone, and in the other one where their clocks differ. */
const useZoneText = () => {
  const t = useT()
  const now = useNow()
  const { timeZone } = useSnapshot(settings)
  const zones = { deployment: config.timeZone, browser: browserZone(config.timeZone) }
  const timeIn = (zone: string) => fromInstant(new Date(now).toISOString(), zone)?.time ?? ""
  const shown = zones[timeZone]
  const isNow = t("profile.zoneNow", { time: timeIn(shown), zone: zoneName(shown, i18n.language(), now) })
  if (!zonesDiffer(zones.deployment, zones.browser, now)) return `${isNow} ${t("profile.zoneSame")}`
  return timeZone === "browser"
    ? `${isNow} ${t("profile.zoneFields", { time: timeIn(zones.deployment) })}`
    : `${isNow} ${t("profile.zoneOther", { time: timeIn(zones.browser) })}`
}

/** The settings (docs/console.md#settings). */
export const Preferences = () => {
  const t = useT()
  const { notification, theme, density, timeZone } = useSnapshot(settings)
  const zoneText = useZoneText()
  return (
    <Card title={t("profile.settings")} note={t("profile.settingsNote")}>
      <ul className="profile-list">
        <Choice
          label={t("shell.language")}
          value={i18n.language()}
          options={languages.map(({ code, name }) => ({ value: code, label: name, lang: code }))}
          onChange={chooseLanguage}
        />
        <Choice
          label={t("profile.theme")}
          text={t("profile.themeText")}
          value={theme}
          options={[
            { value: "light", label: t("profile.theme.light"), icon: "sun" },
            { value: "dark", label: t("profile.theme.dark"), icon: "moon" },
            { value: "system", label: t("profile.theme.system"), icon: "laptop" },
          ]}
          onChange={theme => changeSettings({ theme })}
        />
        <Choice
          label={t("profile.density")}
          text={t("profile.densityText")}
          value={density}
          options={[
            { value: "comfortable", label: t("profile.density.comfortable"), icon: "rows" },
            { value: "compact", label: t("profile.density.compact"), icon: "rows-tight" },
          ]}
          onChange={density => changeSettings({ density })}
        />
        <Choice
          label={t("profile.zone")}
          text={zoneText}
          value={timeZone}
          options={[
            { value: "deployment", label: t("profile.zone.deployment") },
            { value: "browser", label: t("profile.zone.browser") },
          ]}
          onChange={timeZone => changeSettings({ timeZone })}
        />
        <li>
          <Switch
            label={t("profile.notifications")}
            hint={t("profile.notificationsText")}
            value={notification}
            onChange={notification => changeSettings({ notification })}
          />
        </li>
      </ul>
    </Card>
  )
}

import { type CronFieldName, type CronFields, parseCron } from '@atrium/contract/cron'
import { changed, type Draft, draftOf, expressionOf, type FieldDraft } from './draft.ts'
import { fieldsOfPreset, freshPreset, type PresetDraft, presetOf } from './preset.ts'

/** Edited expression, as fields and as a preset if it matches one. Both have the same meaning. */
interface Edited {
  readonly draft: Draft
  readonly preset: PresetDraft
}

const yearNow = (): number => new Date().getFullYear()

const presetDraftOf = (fields: CronFields | undefined, before: PresetDraft): PresetDraft => ({
  ...before,
  kind: undefined,
  ...(fields && presetOf(fields)),
})

/** Returns the initial state for editing an expression. */
export const begin = (fields: CronFields): Edited => ({
  draft: draftOf(fields, yearNow()),
  preset: presetDraftOf(fields, freshPreset),
})

/** Returns whether the time of the selected preset is invalid. */
export const isPresetWrong = ({ preset }: Edited): boolean =>
  preset.kind !== undefined && !fieldsOfPreset(preset)

/** Changes the preset and sets all fields accordingly. */
export function withPreset({ draft, preset }: Edited, change: Partial<PresetDraft>): Edited {
  const next = { ...preset, ...change }
  const fields = fieldsOfPreset(next)
  return { preset: next, draft: fields ? draftOf(fields, yearNow()) : draft }
}

/** Changes a field. The result may match another preset or none. */
export function withField(
  { draft, preset }: Edited,
  name: CronFieldName,
  change: Partial<FieldDraft>,
): Edited {
  const next = changed(draft, name, change)
  return { draft: next, preset: presetDraftOf(parseCron(expressionOf(next) ?? ''), preset) }
}

/** Returns the edited expression, undefined while any part is invalid. */
export const expressionOfEdited = (edited: Edited): string | undefined =>
  isPresetWrong(edited) ? undefined : expressionOf(edited.draft)

import { type CronFieldName, type CronFields, parseCron } from '@atrium/contract/cron'
import { changed, type Draft, draftOf, expressionOf, type FieldDraft } from './draft.ts'
import { fieldsOfPreset, freshPreset, type PresetDraft, presetOf } from './preset.ts'

/** An expression while it is edited: by fields, and as a preset if it is one. Both mean the same. */
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

/** Begins to edit an expression. */
export const begin = (fields: CronFields): Edited => ({
  draft: draftOf(fields, yearNow()),
  preset: presetDraftOf(fields, freshPreset),
})

/** Whether the time of the chosen preset is invalid. */
export const isPresetWrong = ({ preset }: Edited): boolean =>
  preset.kind !== undefined && !fieldsOfPreset(preset)

/** Changes the preset, and all fields with it. */
export function withPreset({ draft, preset }: Edited, change: Partial<PresetDraft>): Edited {
  const next = { ...preset, ...change }
  const fields = fieldsOfPreset(next)
  return { preset: next, draft: fields ? draftOf(fields, yearNow()) : draft }
}

/** Changes a field. The result may match another preset, or none. */
export function withField(
  { draft, preset }: Edited,
  name: CronFieldName,
  change: Partial<FieldDraft>,
): Edited {
  const next = changed(draft, name, change)
  return { draft: next, preset: presetDraftOf(parseCron(expressionOf(next) ?? ''), preset) }
}

/** The expression of what is edited; undefined while anything of it is wrong. */
export const expressionOfEdited = (edited: Edited): string | undefined =>
  isPresetWrong(edited) ? undefined : expressionOf(edited.draft)

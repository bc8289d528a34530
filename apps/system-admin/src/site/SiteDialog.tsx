import { type Call, categories, type Site, siteSave } from '@atrium/contract'
import { fieldOf, Input } from '@atrium/ui-kit'
import { EntityDialog, type EntityDialogState, type ShowValue } from '@atrium/ui-kit/overlay'
import { DictionaryName, DictionarySelect, RegionCascade, shownRegion } from '@atrium/ui-kit/pickers'
import { useSystemText } from '../texts/index.ts'

interface Props {
  readonly state: EntityDialogState<Site>
  readonly refreshes: readonly Call[]
}

const Field = fieldOf(siteSave)

const show: ShowValue<typeof siteSave> = {
  levelId: (id) => <DictionaryName categoryId={categories.siteLevel} id={id} />,
  typeId: (id) => <DictionaryName categoryId={categories.siteType} id={id} />,
  ...shownRegion,
}

/** Adds or edits a site. If the city has a site with the same name, the server warns and the user may save anyway. */
export function SiteDialog({ state, refreshes }: Props) {
  const t = useSystemText()
  return (
    <EntityDialog
      state={state}
      call={siteSave}
      name={t('site.name')}
      width={720}
      history={({ id, siteName }) => ({ entity: 'site', entityId: id, name: siteName })}
      refreshes={refreshes}
      show={show}
      acceptance="duplicateAccepted"
    >
      <Field name="siteName">
        <Input />
      </Field>
      <RegionCascade />
      <div className="field-row">
        <Field name="levelId">
          <DictionarySelect categoryId={categories.siteLevel} />
        </Field>
        <Field name="typeId">
          <DictionarySelect categoryId={categories.siteType} />
        </Field>
      </div>
      <Field name="address">
        <Input />
      </Field>
      <Field name="remark">
        <Input.TextArea rows={3} />
      </Field>
    </EntityDialog>
  )
}

import { type Region, regionLevels, regionSave } from '@atrium/contract'
import { fieldOf, Input } from '@atrium/ui-kit'
import { EntityDialog, type EntityDialogState } from '@atrium/ui-kit/overlay'
import { RegionOf } from '@atrium/ui-kit/pickers'
import { useSystemText } from '../texts/index.ts'
import { type Level, levelTexts, regionReaders } from './levels.ts'

const Field = fieldOf(regionSave)

/** Adds or edits a region. The parent is set when the dialog opens. */
export function RegionDialog({ state }: { readonly state: EntityDialogState<Region> }) {
  const t = useSystemText()
  const { level = regionLevels.country, parentId = '' } = state.subject?.values ?? {}
  return (
    <EntityDialog
      state={state}
      call={regionSave}
      name={t(`${levelTexts[level as Level]}.name`)}
      width={560}
      history={({ id, displayName }) => ({ entity: 'area', entityId: id, name: displayName })}
      refreshes={regionReaders}
    >
      {parentId !== '' && (
        <p className="region-above">
          {t('region.above')}
          <span>
            <RegionOf id={parentId} />
          </span>
        </p>
      )}
      <Field name="areaName">
        <Input />
      </Field>
      <Field name="areaNameEn">
        <Input />
      </Field>
      <Field name="areaCode">
        <Input />
      </Field>
      <div className="field-row">
        <Field name="sort">
          <Input />
        </Field>
        <Field name="flag" extra={t('region.flagHint')}>
          <Input />
        </Field>
      </div>
    </EntityDialog>
  )
}

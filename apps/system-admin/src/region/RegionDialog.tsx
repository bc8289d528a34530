import { type Region, regionLevels, regionSave } from '@atrium/contract'
import { Input } from '@atrium/ui-kit'
import { EntityDialog, type EntityDialogState, Field, NumericInput } from '@atrium/ui-kit/overlay'
import { useSystemText } from '../texts/index.ts'
import { type Level, levelTexts, regionReaders } from './levels.ts'
import { PlaceOf } from './PlaceOf.tsx'

/** Adds or edits a region; its place is the one it was opened for. */
export function RegionDialog({ state }: { readonly state: EntityDialogState<Region> }) {
  const t = useSystemText()
  const { level = regionLevels.country, parentId = '' } = state.subject?.values ?? {}
  return (
    <EntityDialog
      state={state}
      call={regionSave}
      name={t(`${levelTexts[level as Level]}.name`)}
      width={560}
      refreshes={regionReaders}
    >
      {parentId !== '' && (
        <p className="region-above">
          {t('region.above')}
          <span>
            <PlaceOf id={parentId} />
          </span>
        </p>
      )}
      <Field name="areaName">
        <Input maxLength={100} />
      </Field>
      <Field name="areaNameEn">
        <Input maxLength={200} />
      </Field>
      <Field name="areaCode">
        <Input maxLength={20} />
      </Field>
      <div className="field-row">
        <Field name="sort">
          <NumericInput decimals={0} maxLength={9} />
        </Field>
        <Field name="flag" extra={t('region.flagHint')}>
          <NumericInput decimals={0} maxLength={2} />
        </Field>
      </div>
    </EntityDialog>
  )
}

import { type Inspection, inspectionDecide, inspectionList } from '@atrium/contract'
import { fieldOf, Input } from '@atrium/ui-kit'
import { EntityDialog, type EntityDialogState, RadioChoice } from '@atrium/ui-kit/overlay'
import { useInspectionText } from './texts/index.ts'

const Field = fieldOf(inspectionDecide)
const refreshes = [inspectionList]

/** Approves or declines that an inspector is unblinded. */
export function DecideDialog({ state }: { readonly state: EntityDialogState<Inspection> }) {
  const t = useInspectionText()
  const {
    inspectorName = '',
    openerName = '',
    unblindingReason = '',
    studies = [],
  } = state.subject?.values ?? {}
  const { authority = '', accessFrom: from = '', accessUntil: until = '' } = state.subject?.values ?? {}
  return (
    <EntityDialog
      state={state}
      call={inspectionDecide}
      name={t('item')}
      title={t('decideTitle', { name: inspectorName })}
      width={560}
      history={({ id, authority }) => ({ entity: 'inspection', entityId: id, name: authority })}
      ok={t('decide')}
      refreshes={refreshes}
    >
      <p>{t('decideBy', { name: openerName, reason: unblindingReason })}</p>
      <p className="inspection-line">
        {t('decideOf', {
          ...{ authority, from, until },
          studies: studies.map(({ studyName, studyCode }) => `${studyName} (${studyCode})`).join(', '),
        })}
      </p>
      <Field name="isApproved">
        <RadioChoice
          choices={[
            { value: true, label: t('approve') },
            { value: false, label: t('decline') },
          ]}
        />
      </Field>
      <Field name="decisionReason">
        <Input.TextArea rows={2} />
      </Field>
    </EntityDialog>
  )
}

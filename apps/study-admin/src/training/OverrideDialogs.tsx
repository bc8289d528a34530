import {
  type InputOf,
  type Trainee,
  traineeList,
  trainingOverrideEnd,
  trainingOverrideSave,
} from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { fieldOf, Input } from '@atrium/ui-kit'
import { EntityDialog, type EntityDialogState } from '@atrium/ui-kit/overlay'
import { DateInput } from '@atrium/ui-kit/pickers'
import { useTrainingText } from './texts/index.ts'

const SaveField = fieldOf(trainingOverrideSave)
const EndField = fieldOf(trainingOverrideEnd)
const refreshes = [traineeList]

/** A new override, with the person's name. */
export type OverrideValues = Partial<InputOf<typeof trainingOverrideSave>> & Pick<Trainee, 'personName'>

interface Props<Values extends object> {
  readonly tenantId: string
  readonly state: EntityDialogState<Values>
}

/** Lets a person in although trainings are missing. */
export function OverrideDialog({ tenantId, state }: Props<OverrideValues>) {
  const t = useTrainingText()
  const word = useContractText()
  return (
    <EntityDialog
      state={state}
      call={trainingOverrideSave}
      name={t('override.add')}
      title={t('override.title', { person: state.subject?.values.personName ?? '' })}
      ok={t('override.add')}
      history="none"
      refreshes={refreshes}
      tenantId={tenantId}
      done={() => word('training.done.overridden')}
    >
      <SaveField name="lastDay" extra={t('override.hint')}>
        <DateInput />
      </SaveField>
      <SaveField name="reason">
        <Input.TextArea rows={3} />
      </SaveField>
    </EntityDialog>
  )
}

/** An override to end, with the person's name. */
export type EndedOverride = { readonly id: string } & Pick<Trainee, 'personName'>

/** Ends an override, with the reason. */
export function EndOverrideDialog({ tenantId, state }: Props<EndedOverride>) {
  const t = useTrainingText()
  const word = useContractText()
  return (
    <EntityDialog
      state={state}
      call={trainingOverrideEnd}
      name={t('override.end')}
      title={t('override.endTitle', { person: state.subject?.values.personName ?? '' })}
      ok={t('override.end')}
      history={({ id, personName }) => ({ entity: 'training_override', entityId: id, name: personName })}
      refreshes={refreshes}
      tenantId={tenantId}
      done={() => word('training.done.ended')}
    >
      <EndField name="endReason" extra={t('override.endHint')}>
        <Input.TextArea rows={3} />
      </EndField>
    </EntityDialog>
  )
}

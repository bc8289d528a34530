import { holdList, holdPlace, holdRelease, holdScopes, type InputOf, type LegalHold } from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { Form, fieldOf, Input } from '@atrium/ui-kit'
import { EntityDialog, type EntityDialogState, RadioChoice } from '@atrium/ui-kit/overlay'
import { type LookupProps, LookupSelect, TenantLookup } from '@atrium/ui-kit/pickers'
import { usePeople, useStudies } from '../audit-trail/use-lookups.ts'
import { usePrivacyText } from './texts/index.ts'

/** Values of a new hold. */
export type HoldValues = Partial<InputOf<typeof holdPlace>>

const Placing = fieldOf(holdPlace)
const Releasing = fieldOf(holdRelease)
const refreshes = [holdList]

function PersonLookup(lookup: LookupProps) {
  return <LookupSelect {...lookup} {...usePeople('', lookup.value ?? '')} />
}

function StudyLookup({ tenantId, ...lookup }: LookupProps & { readonly tenantId: string }) {
  return <LookupSelect {...lookup} {...useStudies(tenantId, lookup.value ?? '')} />
}

/** Fields that choose what is held. */
function Subject() {
  const { form } = Form.useFormContext()
  const scope: unknown = Form.useWatch('scope', form)
  const tenantId: unknown = Form.useWatch('heldTenant', form)
  if (scope === 'person')
    return (
      <Placing name="heldPerson" required>
        <PersonLookup />
      </Placing>
    )
  return (
    <>
      <Placing name="heldTenant" required>
        <TenantLookup />
      </Placing>
      {scope === 'study' && (
        <Placing name="heldStudy" required>
          <StudyLookup tenantId={String(tenantId ?? '')} />
        </Placing>
      )}
    </>
  )
}

/** Places a legal hold on a person, a study or a tenant. */
export function PlaceDialog({ state }: { readonly state: EntityDialogState<HoldValues> }) {
  const t = usePrivacyText()
  const word = useContractText()
  return (
    <EntityDialog
      state={state}
      call={holdPlace}
      name={t('holds.title')}
      title={t('holds.add')}
      history="none"
      refreshes={refreshes}
      done={() => word('privacy.done.placed')}
    >
      <Placing name="scope">
        <RadioChoice
          choices={holdScopes.map((value) => ({ value, label: word(`privacy.scopes.${value}`) }))}
        />
      </Placing>
      <Subject />
      <Placing name="name" extra={t('holds.nameHint')}>
        <Input />
      </Placing>
      <Placing name="reason">
        <Input.TextArea rows={3} />
      </Placing>
    </EntityDialog>
  )
}

/** Releases a legal hold, with the reason. */
export function ReleaseDialog({ state }: { readonly state: EntityDialogState<LegalHold> }) {
  const t = usePrivacyText()
  const word = useContractText()
  return (
    <EntityDialog
      state={state}
      call={holdRelease}
      name={t('holds.title')}
      title={t('holds.releaseTitle', { name: state.subject?.values.name ?? '' })}
      ok={t('holds.release')}
      history={({ id, name }) => ({ entity: 'legal_hold', entityId: id, name })}
      refreshes={refreshes}
      done={() => word('privacy.done.released')}
    >
      <Releasing name="releaseReason" extra={t('holds.releaseHint')}>
        <Input.TextArea rows={3} />
      </Releasing>
    </EntityDialog>
  )
}

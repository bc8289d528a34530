import {
  type AccessRequestResponse,
  type AskedAccess,
  accessRequestApprove,
  accessRequestList,
  invitationSites,
  remoteRoles,
} from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { ErrorState, fieldOf, Input, Message } from '@atrium/ui-kit'
import { useCall } from '@atrium/ui-kit/list'
import { CheckBox, EntityDialog, type EntityDialogState } from '@atrium/ui-kit/overlay'
import { WantedFields } from '@atrium/ui-kit/wanted-access'
import { useMemo } from 'react'
import { RequestFacts } from './RequestFacts.tsx'
import { useRequestText } from './texts/index.ts'

const Field = fieldOf(accessRequestApprove)
const refreshes = [accessRequestList]

const tones = {
  approval: 'info',
  planned: 'info',
  training: 'info',
  waiting: 'info',
  accepted: 'success',
  refused: 'error',
} as const

interface ReplacingProps {
  readonly value?: boolean
  readonly onChange?: (value: boolean) => void
}

function Replacing({ value = false, onChange }: ReplacingProps) {
  const t = useRequestText()
  return (
    <CheckBox checked={value} onChange={(checked) => onChange?.(checked)}>
      {t('approve.replacing')}
    </CheckBox>
  )
}

/** Fields of what is granted, from what the product offers in the study now. */
function GrantFields({ studyUrlId }: { readonly studyUrlId: string }) {
  const t = useRequestText()
  const roles = useCall(remoteRoles, { studyUrlId })
  const sites = useCall(invitationSites, { studyUrlId })
  const error = roles.error ?? sites.error
  const isFetching = roles.isFetching || sites.isFetching
  if (error && !isFetching)
    return (
      <ErrorState
        title={t('approve.failed')}
        detail={error.message}
        retryLabel={t('approve.retry')}
        onRetry={() => {
          void roles.refetch()
          void sites.refetch()
        }}
      />
    )
  if (!roles.data || !sites.data) return <p role="status">{t('approve.asking')}</p>
  return (
    <>
      <p>{t('approve.change')}</p>
      <WantedFields of={Field} options={{ roles: roles.data, sites: sites.data }} />
      <Field name="replacing" required={false} extra={t('approve.replacingHint')}>
        <Replacing />
      </Field>
      <Field name="decisionReason">
        <Input.TextArea rows={2} />
      </Field>
    </>
  )
}

/** What the form starts with: the requested access, and no comment. */
const asForm = (request: AskedAccess) => ({
  ...request,
  ...request.wanted,
  decisionReason: '',
  replacing: false,
})

/** Shows a request, approves it as asked or changed, and shows the product's response. */
export function ApproveDialog({ state }: { readonly state: EntityDialogState<AskedAccess> }) {
  const t = useRequestText()
  const word = useContractText()
  const values = state.subject?.mode === 'edit' ? state.subject.values : undefined
  // Stays the same object, as the form needs.
  const subject = useMemo(() => values && ({ mode: 'edit', values: asForm(values) } as const), [values])
  const showResponse = ({ state: outcome, reason }: AccessRequestResponse) =>
    Message[tones[outcome]](
      [t('approve.done'), values?.softName, word(`outcome.${outcome}`), reason].filter(Boolean).join(' · '),
    )
  return (
    <EntityDialog
      state={{ ...state, subject } as EntityDialogState<ReturnType<typeof asForm>>}
      call={accessRequestApprove}
      name={t('title')}
      title={t('approve.title', { person: values?.personName ?? '' })}
      ok={t('approve.action')}
      waiting={t('approve.waiting')}
      width={640}
      history={({ id, personName }) => ({ entity: 'access_request', entityId: id, name: personName })}
      refreshes={refreshes}
      done={() => undefined}
      onSaved={showResponse}
    >
      <RequestFacts request={values ?? {}} />
      {values && <GrantFields studyUrlId={values.studyUrlId} />}
    </EntityDialog>
  )
}

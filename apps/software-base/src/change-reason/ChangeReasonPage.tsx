import {
  globalTenantId,
  type ListedReason,
  type ReasonPolicy,
  reasonChoices,
  reasonKinds,
  reasonPolicy,
  reasonPolicySave,
  userInfo,
} from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { Form, fieldOf } from '@atrium/ui-kit'
import { useCall } from '@atrium/ui-kit/list'
import { EntityPage, RadioChoice } from '@atrium/ui-kit/overlay'
import { usePageTenant, usePlatformChoice } from '@atrium/ui-kit/pickers'
import { PolicyFrame } from '../policy/PolicyFrame.tsx'
import { KindChoice } from './KindChoice.tsx'
import { ReasonList } from './ReasonList.tsx'
import { useChangeReasonText } from './texts/index.ts'
import './change-reason.css'

const Field = fieldOf(reasonPolicySave)
// The session contains the kinds that need a reason.
const refreshes = [reasonPolicy, reasonChoices, userInfo]

/** Whether the tenant follows the platform, if it can. */
function Following({ tenantId }: { readonly tenantId: string }) {
  const t = useChangeReasonText()
  if (tenantId === globalTenantId) return null
  const choices = [
    { value: true, label: t('following') },
    { value: false, label: t('own') },
  ]
  return (
    <Field name="follows" label={t('source')} required={false} extra={t('followsHint')}>
      <RadioChoice choices={choices} />
    </Field>
  )
}

/** Shows the platform's settings, which the tenant follows. */
function PlatformSettings() {
  const t = useChangeReasonText()
  const word = useContractText()
  const { data } = useCall(reasonChoices, { tenantId: globalTenantId })
  if (!data) return null
  const inOrder = (names: readonly string[]) => names.join(t('separator')) || t('none')
  return (
    <dl className="platform-reasons">
      <dt>{t('platformKinds')}</dt>
      <dd>
        {inOrder(
          reasonKinds
            .filter((kind) => data.kinds.includes(kind))
            .map((kind) => word(`changeReason.kind.${kind}`)),
        )}
      </dd>
      <dt>{t('platformReasons')}</dt>
      <dd>{inOrder(data.reasons.map(({ name }) => name))}</dd>
    </dl>
  )
}

/** The tenant's own settings, or the platform's if it follows them. */
function Settings() {
  const t = useChangeReasonText()
  const { form } = Form.useFormContext()
  if (Form.useWatch('follows', form) === true) return <PlatformSettings />
  return (
    <>
      <Field name="kinds" required={false} extra={t('kindsHint')}>
        <KindChoice />
      </Field>
      <Field name="reasons" required={false} extra={t('reasonsHint')}>
        <ReasonList />
      </Field>
    </>
  )
}

function PolicyForm({ policy }: { readonly policy: ReasonPolicy }) {
  const t = useChangeReasonText()
  const word = useContractText()
  const show = {
    follows: (follows: unknown) => t(follows === true ? 'following' : 'own'),
    kinds: (kinds: unknown) =>
      (kinds as string[]).map((kind) => word([`changeReason.kind.${kind}` as never])).join(t('separator')),
    reasons: (reasons: unknown) =>
      (reasons as readonly ListedReason[]).map(({ code, name }) => `${code} ${name}`).join(t('separator')),
  }
  return (
    <EntityPage
      version={policy.rowVersion}
      call={reasonPolicySave}
      values={policy}
      history={{ entity: 'change_reason_policy', entityId: policy.id, name: t('title') }}
      refreshes={refreshes}
      show={show}
    >
      {policy.rowVersion === 0 && policy.tenantId === globalTenantId && <p>{t('byDefault')}</p>}
      <Following tenantId={policy.tenantId} />
      <Settings />
    </EntityPage>
  )
}

/** Page with the changes that need a reason, and the reasons to choose from: of the platform and of each tenant. */
export default function ChangeReasonPage() {
  const t = useChangeReasonText()
  const tenant = usePageTenant(usePlatformChoice(reasonPolicySave, t('platform')))
  const { tenantId } = tenant
  const { data, error, refetch } = useCall(reasonPolicy, { tenantId }, { enabled: tenantId !== '' })
  return (
    <PolicyFrame t={t} tenant={tenant} error={error} onRetry={refetch}>
      {data && <PolicyForm key={data.id} policy={data} />}
    </PolicyFrame>
  )
}

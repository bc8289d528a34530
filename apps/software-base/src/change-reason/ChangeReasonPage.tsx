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
import { useAddressState, useContractText } from '@atrium/shared-api'
import { ErrorState, Form, fieldOf, mayLeave } from '@atrium/ui-kit'
import { PageHeader, TableSkeleton, useCall, useIsPlatform } from '@atrium/ui-kit/list'
import { EntityPage, RadioChoice } from '@atrium/ui-kit/overlay'
import { NoTenant, TenantSelect, useTenantChoice } from '@atrium/ui-kit/pickers'
import { useMemo } from 'react'
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

const ofAddress = { tenantId: '' }

/** Page with the changes that need a reason, and the reasons to choose from: of the platform and of each tenant. */
export default function ChangeReasonPage() {
  const t = useChangeReasonText()
  const isPlatform = useIsPlatform(reasonPolicySave)
  const [address, setAddress] = useAddressState(ofAddress)
  const shared = useMemo(
    () => (isPlatform ? [{ value: globalTenantId, label: t('platform') }] : []),
    [isPlatform, t],
  )
  const { tenantId, isNone, select } = useTenantChoice({
    chosen: address.tenantId,
    onChoose: (id) => setAddress({ tenantId: id }),
    before: shared,
  })
  const { data, error, refetch } = useCall(reasonPolicy, { tenantId }, { enabled: tenantId !== '' })
  const choose = async (id: string) => {
    if (await mayLeave()) select.onChange(id)
  }
  return (
    <div className="page">
      <PageHeader title={t('title')} purpose={t('purpose')} />
      <TenantSelect {...select} onChange={choose} />
      {data && <PolicyForm key={data.id} policy={data} />}
      {isNone && <NoTenant />}
      {!data && !isNone && (
        <div className="card entity-page">
          {error ? (
            <ErrorState
              title={t('failed')}
              detail={error.message}
              retryLabel={t('retry')}
              onRetry={refetch}
            />
          ) : (
            <TableSkeleton />
          )}
        </div>
      )}
    </div>
  )
}

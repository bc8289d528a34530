import {
  globalTenantId,
  type ShownSignaturePolicy,
  type SignedKind,
  signaturePolicy,
  signaturePolicySave,
} from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { Form, fieldOf } from '@atrium/ui-kit'
import { useCall } from '@atrium/ui-kit/list'
import { EntityPage, Fact, Facts, RadioChoice } from '@atrium/ui-kit/overlay'
import { usePageTenant, usePlatformChoice } from '@atrium/ui-kit/pickers'
import { PolicyFrame } from '../policy/PolicyFrame.tsx'
import { MeaningChoice } from './MeaningChoice.tsx'
import { useSignatureText } from './texts/index.ts'
import './signature.css'

const Field = fieldOf(signaturePolicySave)
const refreshes = [signaturePolicy]

/** Whether the tenant follows the platform, if it can. */
function Following({ tenantId }: { readonly tenantId: string }) {
  const t = useSignatureText()
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

/** The tenant's own settings, or the platform's if it follows them. */
function Settings({ platform }: { readonly platform: string }) {
  const t = useSignatureText()
  const { form } = Form.useFormContext()
  if (Form.useWatch('follows', form) === true)
    return (
      <Facts>
        <Fact label={t('platformSigned')}>{platform || t('unsigned')}</Fact>
      </Facts>
    )
  return (
    <Field name="signed" required={false} extra={t('signedHint')}>
      <MeaningChoice />
    </Field>
  )
}

function PolicyForm({ policy }: { readonly policy: ShownSignaturePolicy }) {
  const t = useSignatureText()
  const word = useContractText()
  const inWords = (signed: readonly { readonly kind: string; readonly meaning: string }[]) =>
    signed
      .map(({ kind, meaning }) =>
        t('change', {
          kind: word([`changeReason.kind.${kind}` as never]),
          meaning: word([`signature.meanings.${meaning}` as never]),
        }),
      )
      .join(t('separator'))
  const show = {
    follows: (follows: unknown) => t(follows === true ? 'following' : 'own'),
    signed: (signed: unknown) => inWords(signed as readonly SignedKind[]),
  }
  return (
    <EntityPage
      version={policy.rowVersion}
      call={signaturePolicySave}
      values={policy}
      history={{ entity: 'signature_policy', entityId: policy.tenantId, name: t('title') }}
      refreshes={refreshes}
      show={show}
    >
      {policy.rowVersion === 0 && policy.tenantId === globalTenantId && <p>{t('byDefault')}</p>}
      <Following tenantId={policy.tenantId} />
      <Settings platform={inWords(policy.platformSigned)} />
    </EntityPage>
  )
}

/** Page with the changes that must be signed: on the platform and in each tenant. */
export default function SignaturePage() {
  const t = useSignatureText()
  const tenant = usePageTenant(usePlatformChoice(signaturePolicySave, t('platform')))
  const { tenantId } = tenant
  const { data, error, refetch } = useCall(signaturePolicy, { tenantId }, { enabled: tenantId !== '' })
  return (
    <PolicyFrame t={t} tenant={tenant} error={error} onRetry={refetch}>
      {data && <PolicyForm key={data.id} policy={data} />}
    </PolicyFrame>
  )
}

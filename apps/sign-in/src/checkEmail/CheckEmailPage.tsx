import { useContractText } from '@atrium/shared-api'
import { useLinkKey } from '../linkKey.ts'
import { OutcomePage } from '../outcome/index.ts'
import { useAccountTexts } from '../texts/accounts/index.ts'
import { useVerification } from './useVerification.ts'

/** Where the link of a verification e-mail leads: says whether the address is verified now. */
export default function CheckEmailPage() {
  const t = useAccountTexts()
  const server = useContractText()
  const key = useLinkKey()
  const [found, again] = useVerification(key)
  const failure = { kind: 'failed', title: t('checkEmail.failed'), help: t('checkEmail.help') } as const
  if (key === '') return <OutcomePage {...failure} line={server('refusal.keyUnknown')} />
  if (found.state === 'refused') return <OutcomePage {...failure} line={found.message} />
  if (found.state === 'unreachable') {
    return <OutcomePage {...failure} line={t('outcome.unreachable')} onRetry={again} />
  }
  if (found.state === 'checking') {
    return <OutcomePage kind="waiting" title={t('checkEmail.checking')} line={t('checkEmail.wait')} />
  }
  return <OutcomePage kind="done" title={t('checkEmail.done')} line={t('checkEmail.doneLine')} />
}

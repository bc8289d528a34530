import { findRegistration } from '@atrium/contract'
import { Refusal, useContractText, useLocation, useNavigate } from '@atrium/shared-api'
import { useCall } from '@atrium/ui-kit/pickers'
import { SignInFrame } from '../frame/index.ts'
import { useLinkKey } from '../linkKey.ts'
import { OutcomePage } from '../outcome/index.ts'
import { useAccountTexts } from '../texts/accounts/index.ts'
import { type Joined, joinedIn } from './joined.ts'
import { RegisterForm } from './RegisterForm.tsx'

/** Where an invitation leads: the form that accepts it, or why it cannot be accepted. */
export default function RegisterPage() {
  const t = useAccountTexts()
  const server = useContractText()
  const location = useLocation()
  const navigate = useNavigate()
  const key = useLinkKey()
  const joined = joinedIn(location.state)
  const options = { enabled: key !== '' && !joined, keepPrevious: true, staleTime: Number.POSITIVE_INFINITY }
  const { data, error, refetch } = useCall(findRegistration, { key }, options)

  const refused = { kind: 'failed', title: t('register.refused'), help: t('register.refusedHelp') } as const
  if (joined) {
    const title = t(joined.isUser ? 'register.joined' : 'register.done')
    return (
      <OutcomePage kind="done" title={title} line={t('register.doneLine', { tenant: joined.tenantName })} />
    )
  }
  if (key === '') return <OutcomePage {...refused} line={server('refusal.keyUnknown')} />
  if (error instanceof Refusal) return <OutcomePage {...refused} line={error.message} />
  if (error) return <OutcomePage {...refused} line={t('outcome.unreachable')} onRetry={refetch} />
  if (!data) return <OutcomePage kind="waiting" title={t('register.loading')} line={t('checkEmail.wait')} />

  const { tenantName, isUser } = data
  const state: Joined = { joined: { tenantName, isUser } }
  return (
    <SignInFrame
      title={t('register.title')}
      line={t(isUser ? 'register.lineUser' : 'register.line', { tenant: tenantName })}
    >
      <RegisterForm invitation={data} onJoined={() => navigate(location, { replace: true, state })} />
    </SignInFrame>
  )
}

import { codes, findRegistration, type Registration, type UserInfo } from '@atrium/contract'
import { Rejection, useContractText, useLocation, useNavigate } from '@atrium/shared-api'
import { useCall } from '@atrium/ui-kit/pickers'
import { SignInFrame } from '../frame/SignInFrame.tsx'
import { useLinkKey } from '../link-key.ts'
import { OutcomePage } from '../outcome/OutcomePage.tsx'
import { useAccountTexts } from '../texts/accounts/index.ts'
import { VisitorGate } from '../visitor/VisitorGate.tsx'
import { RegisterForm } from './RegisterForm.tsx'

/** Target of an invitation link. Shows the form to accept the invitation, or why it cannot be accepted. */
export default function RegisterPage() {
  const t = useAccountTexts()
  const server = useContractText()
  const location = useLocation()
  const navigate = useNavigate()
  const key = useLinkKey()
  const joined = joinedIn(location.state)
  const options = { enabled: key !== '' && !joined, keepPrevious: true, staleTime: Number.POSITIVE_INFINITY }
  const { data, error, refetch } = useCall(findRegistration, { key }, options)

  const help = { contacts: t('register.refusedHelp'), noContacts: t('register.refusedHelpNoContacts') }
  const rejected = { kind: 'failed', title: t('register.refused'), help } as const
  if (joined) {
    const title = t(joined.isUser ? 'register.joined' : 'register.done')
    return (
      <OutcomePage kind="done" title={title} line={t('register.doneLine', { tenant: joined.tenantName })} />
    )
  }
  if (key === '') return <OutcomePage {...rejected} line={server('refusal.keyUnknown')} />
  if (error instanceof Rejection && error.code === codes.conflict)
    return <OutcomePage kind="done" title={t('register.already')} line={error.message} />
  if (error instanceof Rejection) return <OutcomePage {...rejected} line={error.message} />
  if (error) return <OutcomePage {...rejected} line={t('outcome.unreachable')} onRetry={refetch} />
  if (!data) return <OutcomePage kind="waiting" title={t('register.loading')} line={t('checkEmail.wait')} />

  const { tenantName, isUser, email } = data
  const state: Joined = { joined: { tenantName, isUser } }
  const sentTo = (user: UserInfo): string =>
    t(user.email.toLowerCase() === email.toLowerCase() ? 'register.verifyFirst' : 'visitor.forAddress', {
      email,
    })
  return (
    <VisitorGate isFor={isInvited(data)} line={sentTo}>
      <SignInFrame
        title={t('register.title')}
        line={t(isUser ? 'register.lineUser' : 'register.line', { tenant: tenantName })}
      >
        <RegisterForm invitation={data} onJoined={() => navigate(location, { replace: true, state })} />
      </SignInFrame>
    </VisitorGate>
  )
}

/** Returns whether an invitation was sent to a user. Only a verified e-mail address proves this. */
const isInvited =
  ({ isUser, username }: Registration) =>
  ({ userName }: UserInfo): boolean =>
    isUser && username === userName

/**
 * Stored in the history entry of an accepted invitation, so that a reload still shows the result. The key of the
 * invitation cannot be used again.
 */
interface Joined {
  readonly joined: { readonly tenantName: string; readonly isUser: boolean }
}

/** Returns the stored result from a history entry, if there is one. */
const joinedIn = (state: unknown): Joined['joined'] | undefined =>
  typeof state === 'object' && state !== null && 'joined' in state ? (state as Joined).joined : undefined

import { endSession, signOut, useGo } from '@atrium/shared-api'
import { Button } from '@atrium/ui-kit'
import { useAccountTexts } from '../texts/accounts/index.ts'
import { useVisitor } from './use-visitor.ts'

interface OnwardProps {
  readonly type: 'primary' | 'secondary'
}

/** Offers ways to continue from a link: signing in, or entering the session of the user named on the button. */
export function Onward({ type }: OnwardProps) {
  const t = useAccountTexts()
  const go = useGo()
  const [visitor] = useVisitor()
  if (visitor.state === 'asking' || visitor.state === 'unreachable') return null
  if (visitor.state === 'nobody') {
    const signIn = (): void => {
      // Without this, the ended session would still lead back to a page of its user.
      endSession()
      go('signInIndex')
    }
    return (
      <Button type={type} size="large" long onClick={signIn}>
        {t('outcome.signIn')}
      </Button>
    )
  }
  const { displayName: name, userName } = visitor.user
  const change = async (): Promise<void> => {
    await signOut()
    go('signInIndex')
  }
  return (
    <>
      <Button type={type} size="large" long onClick={() => go('softIndex')}>
        {t('visitor.stay', { name, userName })}
      </Button>
      <Button size="large" long onClick={change}>
        {t('visitor.change')}
      </Button>
    </>
  )
}

import type { UserInfo } from '@atrium/contract'
import { signOut, useGo } from '@atrium/shared-api'
import { Button } from '@atrium/ui-kit'
import { useState } from 'react'
import { SignInFrame } from '../frame/SignInFrame.tsx'
import { OutcomeMark } from '../outcome/OutcomePage.tsx'
import { useAccountTexts } from '../texts/accounts/index.ts'

interface OtherUserProps {
  /** The signed-in user. */
  readonly user: UserInfo
  /** Text that names the recipient of the link. */
  readonly line: string
}

/** Names the signed-in user when a link was sent to another user. Offers to sign out or to stay. */
export function OtherUser({ user, line }: OtherUserProps) {
  const t = useAccountTexts()
  const go = useGo()
  const who = { name: user.displayName, userName: user.userName }
  const [leaving, setLeaving] = useState(false)
  const leave = (): void => {
    setLeaving(true)
    void signOut()
  }
  return (
    <SignInFrame
      mark={<OutcomeMark kind="failed" />}
      title={t('visitor.title', who)}
      line={<span role="alert">{line}</span>}
    >
      <p className="si-line">{t('visitor.signOutHint')}</p>
      <div className="outcome-actions">
        <Button type="primary" size="large" long loading={leaving} onClick={leave}>
          {t('visitor.signOut')}
        </Button>
        <Button size="large" long onClick={() => go('softIndex')}>
          {t('visitor.stay', who)}
        </Button>
      </div>
    </SignInFrame>
  )
}

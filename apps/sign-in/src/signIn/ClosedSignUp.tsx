import { useTexts } from '@atrium/shared-api'
import { Contacts } from '../frame/index.ts'

/** Says that nobody can sign up online, and whom to turn to. */
export function ClosedSignUp() {
  const t = useTexts('sign-in')
  return (
    <div className="si-note">
      {t('signIn.closed')}
      <Contacts />
    </div>
  )
}

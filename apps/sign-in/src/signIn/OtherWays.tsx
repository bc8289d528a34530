import { ssoStart } from '@atrium/contract'
import { profile, useTexts } from '@atrium/shared-api'
import './other-ways.css'

/** The ways in beside the forms, as far as the deployment has them: single sign-on, and the CTMS' own sign-in. */
export function OtherWays() {
  const t = useTexts('sign-in')
  const { apiPrefix, sso, ctms } = profile()
  const toCtms = ctms.signInLinkEnabled && ctms.signInLink !== ''
  if (!sso.issuer && !toCtms) return null
  return (
    <div className="other-ways">
      <span className="other-ways-or">{t('signIn.or')}</span>
      {/* The browser itself goes there: the answer leads on to the identity provider. */}
      {sso.issuer && (
        <a className="other-way" href={`${apiPrefix}${ssoStart.path}`}>
          {t('signIn.sso')}
        </a>
      )}
      {toCtms && (
        <a className="other-way" href={ctms.signInLink}>
          {t('signIn.ctms')}
        </a>
      )}
    </div>
  )
}

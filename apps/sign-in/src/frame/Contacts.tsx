import { profile, useTexts } from '@atrium/shared-api'

/** Whom users turn to: the provider's hotline and support address, as far as the deployment has them. */
export function Contacts() {
  const t = useTexts('sign-in')
  const { hotline, email } = profile().support
  return (
    <div className="si-contact">
      {hotline && <a href={`tel:${hotline.replaceAll(' ', '')}`}>{t('contact.hotline', { hotline })}</a>}
      {email && <a href={`mailto:${email}`}>{t('contact.support', { email })}</a>}
    </div>
  )
}

import { useTexts } from '@atrium/shared-api'
import { Button } from '@atrium/ui-kit'
import { Dialog } from '@atrium/ui-kit/overlay'

interface Props {
  /** Number of days until the password expires. */
  readonly days: number
  readonly onChangeNow: () => void
  readonly onLater: () => void
}

/** Reminds users of an expiring password. They can change it now or later. */
export default function ExpiryDialog({ days, onChangeNow, onLater }: Props) {
  const t = useTexts('sign-in')
  const footer = (
    <>
      <Button onClick={onLater}>{t('expiry.later')}</Button>
      <Button type="primary" onClick={onChangeNow}>
        {t('expiry.now')}
      </Button>
    </>
  )
  return (
    <Dialog open brief title={t('expiry.title')} width={400} onClose={onLater} footer={footer}>
      <p className="expiry-text">{days > 0 ? t('expiry.days', { count: days }) : t('expiry.today')}</p>
    </Dialog>
  )
}

import { Button } from '@atrium/ui-kit'
import { useShownDialog } from '@atrium/ui-kit/overlay'
import { useStudyText } from '../texts/index.ts'
import { DeliveriesDialog } from './DeliveriesDialog.tsx'

interface Props {
  readonly studyUrlId: string
  /** Short name of the product. */
  readonly software: string
}

/** Opens the log of notifications of the study's product. */
export function DeliveriesButton(props: Props) {
  const t = useStudyText()
  const dialog = useShownDialog()
  return (
    <>
      <Button onClick={dialog.show}>{t('user.deliveries.show')}</Button>
      {dialog.isRendered && <DeliveriesDialog {...props} {...dialog.props} />}
    </>
  )
}

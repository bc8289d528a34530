import { Button } from '@atrium/ui-kit'
import { useState } from 'react'
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
  const [open, setOpen] = useState(false)
  const [shown, setShown] = useState(false)
  const show = () => {
    setShown(true)
    setOpen(true)
  }
  return (
    <>
      <Button onClick={show}>{t('user.deliveries.show')}</Button>
      {shown && (
        <DeliveriesDialog
          {...props}
          open={open}
          onClose={() => setOpen(false)}
          afterClose={() => setShown(false)}
        />
      )}
    </>
  )
}

import { Button } from '@atrium/ui-kit'
import { EventDetails } from '@atrium/ui-kit/history'
import { Dialog } from '@atrium/ui-kit/overlay'
import { useState } from 'react'
import { useAuditTrailText } from './texts/index.ts'

interface Props {
  /** Id of the event; '' closes the dialog. */
  readonly id: string
  readonly onClose: () => void
  /** Filters the list by a request. */
  readonly onRequest: (requestId: string) => void
  /** Adds a finding about the event to the review whose events are listed; undefined without one. */
  readonly onFinding: ((id: string) => void) | undefined
}

/** Shows an event with its changes and its seal. */
export function EventDialog({ id, onClose, onRequest, onFinding }: Props) {
  const t = useAuditTrailText()
  // A closing dialog still shows its event.
  const [shown, setShown] = useState(id)
  if (id !== '' && id !== shown) setShown(id)
  return (
    <Dialog
      open={id !== ''}
      title={t('event')}
      width={800}
      onClose={onClose}
      footer={
        <>
          {onFinding && <Button onClick={() => onFinding(shown)}>{t('addFinding')}</Button>}
          <Button type="primary" onClick={onClose}>
            {t('close')}
          </Button>
        </>
      }
    >
      <EventDetails id={shown} onRequest={onRequest} />
    </Dialog>
  )
}

import type { Inspection } from '@atrium/contract'
import { profile } from '@atrium/shared-api'
import { Button } from '@atrium/ui-kit'
import { Consequences, Dialog } from '@atrium/ui-kit/overlay'
import { PeriodFilter } from '@atrium/ui-kit/pickers'
import { useState } from 'react'
import { useInspectionText } from './texts/index.ts'

interface Props {
  readonly inspection: Inspection
  /** Makes a file of the records of these days; '' for no limit. */
  readonly make: (days: { readonly startTime: string; readonly endTime: string }) => void
  readonly afterClose: () => void
}

/** Asks for the period of an inspection file. */
export function FileDialog({ inspection, make, afterClose }: Props) {
  const t = useInspectionText()
  const [open, setOpen] = useState(true)
  const [days, setDays] = useState({ startTime: '', endTime: '' })
  const { startTime, endTime } = days
  const isReversed = startTime !== '' && endTime !== '' && startTime > endTime
  const close = () => setOpen(false)
  const start = () => {
    close()
    make(days)
  }
  return (
    <Dialog
      open={open}
      title={t('file.title', { name: inspection.authority })}
      width={560}
      history={{ entity: 'inspection', entityId: inspection.id, name: inspection.authority }}
      onClose={close}
      afterClose={afterClose}
      footer={
        <>
          <Button onClick={close}>{t('file.back')}</Button>
          <Button type="primary" disabled={isReversed} onClick={start}>
            {t('file.action')}
          </Button>
        </>
      }
    >
      <PeriodFilter {...days} onChange={(patch) => setDays({ ...days, ...patch })} />
      <p className="inspection-line">{t('file.periodHint', { zone: profile().timeZone })}</p>
      <Consequences
        of={[
          t('file.has'),
          t(inspection.unblinding === 'approved' ? 'file.unblinded' : 'file.blinded'),
          t('file.verifies'),
        ]}
      />
    </Dialog>
  )
}

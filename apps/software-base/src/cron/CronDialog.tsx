import {
  type CronFieldName,
  cronFieldNames,
  defaultExpression,
  formatCron,
  parseCron,
} from '@atrium/contract/cron'
import { Button } from '@atrium/ui-kit'
import { Tabs } from '@atrium/ui-kit/list'
import { Dialog, useDiscardGuard } from '@atrium/ui-kit/overlay'
import { useState } from 'react'
import { useSoftwareBaseText } from '../texts/index.ts'
import { CronPreview, runsOf } from './CronPreview.tsx'
import { changed, draftOf, expressionOf, problemOf } from './draft.ts'
import { FieldPanel } from './FieldPanel.tsx'

interface Props {
  readonly open: boolean
  /** What is edited; '' begins with the default. */
  readonly expression: string
  readonly onDone: (expression: string) => void
  readonly onClose: () => void
}

/** What is edited first, and whether that is what was given. */
function opened(expression: string) {
  const fields = parseCron(expression)
  const begun = fields ?? parseCron(defaultExpression)
  if (!begun) throw new Error('The default expression is none')
  return {
    known: fields !== undefined || expression.trim() === '',
    draft: draftOf(begun, new Date().getFullYear()),
    text: formatCron(begun),
  }
}

/** Builds a cron expression field by field. Another opening is another dialog, by its key. */
export default function CronDialog({ open, expression: given, onDone, onClose }: Props) {
  const t = useSoftwareBaseText()
  const [begun] = useState(() => opened(given))
  const [draft, setDraft] = useState(begun.draft)
  const [shown, setShown] = useState<CronFieldName>('second')
  const expression = expressionOf(draft)
  const wrong = cronFieldNames.filter((name) => problemOf(name, draft[name]))
  const mayBeDiscarded = useDiscardGuard(open, () => expression !== begun.text)

  const close = async () => {
    if (await mayBeDiscarded()) onClose()
  }
  const finish = () => {
    if (wrong[0]) return setShown(wrong[0])
    // What never comes due has been said.
    if (expression !== undefined && runsOf(expression).length > 0) onDone(expression)
  }
  return (
    <Dialog
      open={open}
      title={t('cron.title')}
      width={940}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{t('cron.cancel')}</Button>
          <Button type="primary" onClick={finish}>
            {t('cron.ok')}
          </Button>
        </>
      }
    >
      {!begun.known && (
        <p className="dialog-warning" role="alert">
          {t('cron.unknown', { expression: given })}
        </p>
      )}
      <div className="cron-builder">
        <div>
          <Tabs
            label={t('cron.fields')}
            tabs={cronFieldNames.map((name) => ({
              key: name,
              label: t(`cron.field.${name}`),
              mark: wrong.includes(name) ? { tone: 'bad', label: t('cron.wrong') } : undefined,
            }))}
            shown={shown}
            onShow={(key) => setShown(cronFieldNames.find((name) => name === key) ?? shown)}
            panelClassName="cron-panel"
          >
            <FieldPanel
              key={shown}
              name={shown}
              field={draft[shown]}
              problem={problemOf(shown, draft[shown])}
              onChange={(change) => setDraft((before) => changed(before, shown, change))}
            />
          </Tabs>
        </div>
        <CronPreview expression={expression} />
      </div>
    </Dialog>
  )
}

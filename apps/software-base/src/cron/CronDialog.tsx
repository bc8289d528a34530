import {
  type CronFieldName,
  cronFieldNames,
  defaultExpression,
  formatCron,
  parseCron,
} from '@atrium/contract/cron'
import { useLanguage } from '@atrium/shared-api'
import { Button } from '@atrium/ui-kit'
import { Tabs } from '@atrium/ui-kit/list'
import { confirmDialog, Dialog, useDiscardGuard } from '@atrium/ui-kit/overlay'
import { useState } from 'react'
import { CronPreview, runsOf } from './CronPreview.tsx'
import { problemOf } from './draft.ts'
import { begin, expressionOfEdited, isPresetWrong, withField, withPreset } from './edited.ts'
import { FieldPanel } from './FieldPanel.tsx'
import { PresetPanel } from './PresetPanel.tsx'
import { isEverySecond } from './preset.ts'
import { sentenceOf } from './sentence.ts'
import { useCronText } from './texts/index.ts'

interface Props {
  readonly open: boolean
  /** The expression to edit. If it is '', the builder starts with the default. */
  readonly expression: string
  readonly onDone: (expression: string) => void
  readonly onClose: () => void
}

/** Names of the tabs: the presets, and the fields of an expression. */
type TabName = 'presets' | CronFieldName
const tabNames: readonly TabName[] = ['presets', ...cronFieldNames]

/** Returns the initial state of the dialog, and whether it comes from the given expression. */
function initialState(expression: string) {
  const fields = parseCron(expression)
  const begun = fields ?? parseCron(defaultExpression)
  if (!begun) throw new Error('The default expression is invalid')
  const edited = begin(begun)
  return {
    known: fields !== undefined || expression.trim() === '',
    everySecond: fields !== undefined && isEverySecond(fields),
    shown: fields && !edited.preset.kind ? ('second' as const) : ('presets' as const),
    edited,
    text: formatCron(begun),
  }
}

/** Builds a cron expression from a preset, or field by field. Needs a new `key` for each opening. */
export default function CronDialog({ open, expression: given, onDone, onClose }: Props) {
  const t = useCronText()
  const language = useLanguage()
  const [begun] = useState(() => initialState(given))
  const [edited, setEdited] = useState(begun.edited)
  const [shown, setShown] = useState<TabName>(begun.shown)
  const { draft, preset } = edited
  const expression = expressionOfEdited(edited)
  const isWrong = (name: TabName): boolean =>
    name === 'presets' ? isPresetWrong(edited) : problemOf(name, draft[name]) !== undefined
  const wrong = tabNames.filter(isWrong)
  const mayBeDiscarded = useDiscardGuard(open, () => expression !== begun.text)

  const close = async () => {
    if (await mayBeDiscarded()) onClose()
  }
  /** Asks for confirmation if the job would run every second and did not before. */
  const mayRunSoOften = async (built: string) => {
    const fields = parseCron(built)
    if (begun.everySecond || !fields || !isEverySecond(fields)) return true
    return confirmDialog({
      title: t('everySecond.title'),
      content: t('everySecond.question', { sentence: sentenceOf(built, language) }),
      ok: t('everySecond.ok'),
    })
  }
  const finish = async () => {
    if (wrong[0]) return setShown(wrong[0])
    // The preview already says that the expression never comes due.
    if (expression === undefined || runsOf(expression).length === 0) return
    if (await mayRunSoOften(expression)) onDone(expression)
  }
  return (
    <Dialog
      open={open}
      title={t('title')}
      width={940}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{t('cancel')}</Button>
          <Button type="primary" onClick={finish}>
            {t('ok')}
          </Button>
        </>
      }
    >
      {!begun.known && (
        <p className="dialog-warning" role="alert">
          {t('unknown', { expression: given })}
        </p>
      )}
      <div className="cron-builder">
        <div>
          <Tabs
            label={t('fields')}
            tabs={tabNames.map((name) => ({
              key: name,
              label: name === 'presets' ? t('presets') : t(`field.${name}`),
              mark: isWrong(name) ? { tone: 'bad', label: t('wrong') } : undefined,
            }))}
            shown={shown}
            onShow={(key) => setShown(tabNames.find((name) => name === key) ?? shown)}
            panelClassName="cron-panel"
          >
            {shown === 'presets' ? (
              <PresetPanel
                preset={preset}
                onChange={(change) => setEdited((before) => withPreset(before, change))}
              />
            ) : (
              <FieldPanel
                key={shown}
                name={shown}
                field={draft[shown]}
                problem={problemOf(shown, draft[shown])}
                onChange={(change) => setEdited((before) => withField(before, shown, change))}
              />
            )}
          </Tabs>
        </div>
        <CronPreview expression={expression} />
      </div>
    </Dialog>
  )
}

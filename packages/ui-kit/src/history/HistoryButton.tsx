import { Button } from '@arco-design/web-react'
import { useContext } from 'react'
import { useKitText } from '../texts/index.ts'
import { HistoryContext, type Thing } from './context.ts'
import { HistoryScope } from './HistoryScope.tsx'

export interface HistoryButtonProps extends Thing {
  /** Whether the button is in the title bar of a dialog. */
  readonly inTitle?: boolean
}

function OpeningButton({ inTitle = false, ...thing }: HistoryButtonProps) {
  const t = useKitText()
  const show = useContext(HistoryContext)
  const style = inTitle ? ({ className: 'dialog-history', type: 'text', size: 'small' } as const) : {}
  return (
    show && (
      <Button {...style} onClick={() => show(thing)}>
        {t('history.action')}
      </Button>
    )
  )
}

/** Opens the history of a thing. Renders nothing for users who may not read the audit trail. */
export const HistoryButton = (props: HistoryButtonProps) => (
  <HistoryScope>
    <OpeningButton {...props} />
  </HistoryScope>
)

import { Button } from '@atrium/ui-kit'
import { type Selection, useSelectedCount } from '@atrium/ui-kit/list'
import { useTenantText } from '../texts/index.ts'

interface Props {
  readonly selection: Selection
  readonly onExtend: () => void
}

/**
 * The action on the selected users, hidden without a selection. A separate component, so that selecting a row does not
 * render the table again.
 */
export function ExtendTools({ selection, onExtend }: Props) {
  const t = useTenantText()
  const count = useSelectedCount(selection)
  if (count === 0) return null
  return (
    <div className="tenant-user-tools">
      <span>{t('user.selected', { count })}</span>
      <Button size="small" onClick={onExtend}>
        {t('user.extend')}
      </Button>
      <Button size="small" type="text" onClick={selection.clear}>
        {t('user.clearSelection')}
      </Button>
    </div>
  )
}

import { Button } from '@arco-design/web-react'
import { useKitText } from '../../texts/index.ts'

interface EntityButtonsProps {
  /** Id of the form that the main button submits. */
  readonly form: string
  readonly saving: boolean
  readonly onCancel: () => void
  /** There where the server warned, and saves if the user insists. */
  readonly saveAnyway?: (() => void) | undefined
}

/** The buttons under a form. */
export function EntityButtons({ form, saving, onCancel, saveAnyway }: EntityButtonsProps) {
  const t = useKitText()
  return (
    <>
      <Button onClick={onCancel} disabled={saving}>
        {t('dialog.cancel')}
      </Button>
      {saveAnyway && (
        <Button onClick={saveAnyway} disabled={saving}>
          {t('dialog.saveAnyway')}
        </Button>
      )}
      <Button type="primary" htmlType="submit" form={form} loading={saving}>
        {t('dialog.save')}
      </Button>
    </>
  )
}

interface ConflictButtonsProps {
  readonly goOnEditing: () => void
  readonly takeTheirs: () => void
  readonly overwrite: () => void
}

/** The ways out of a conflict. */
export function ConflictButtons({ goOnEditing, takeTheirs, overwrite }: ConflictButtonsProps) {
  const t = useKitText()
  return (
    <>
      <Button onClick={goOnEditing}>{t('dialog.goOn')}</Button>
      <Button onClick={takeTheirs}>{t('conflict.takeTheirs')}</Button>
      <Button type="primary" status="danger" onClick={overwrite}>
        {t('conflict.overwrite')}
      </Button>
    </>
  )
}

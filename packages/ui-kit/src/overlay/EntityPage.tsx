import { Button, Message } from '@arco-design/web-react'
import type { Call } from '@atrium/contract'
import { type ReactNode, useId } from 'react'
import { refresh } from '../base/query.ts'
import { SchemaForm } from '../form/SchemaForm.tsx'
import { useKitText } from '../texts/index.ts'
import { ConflictButtons, ConflictView, type ShowValue } from './ConflictView.tsx'
import { useEntityForm } from './useEntityForm.ts'
import { useDiscardGuard } from './useLeaveGuard.ts'

interface EntityPageProps<C extends Call> {
  /** The saving call; the fields' rules are those of its request. */
  readonly call: C
  /** The record as it was read, its version included. */
  readonly values: object
  /** The calls whose results change with a save. */
  readonly refreshes: readonly Call[]
  /** How values are shown in a conflict where they are not text. */
  readonly show?: ShowValue<C>
  /** Asked before anything is sent: whether what was entered may be saved. */
  readonly mayBeSaved?: (values: Readonly<Record<string, unknown>>) => boolean | Promise<boolean>
  /** The call's `Field`s, see `fieldOf`. */
  readonly children: ReactNode
}

function EntityPageForm<C extends Call>(props: EntityPageProps<C>) {
  const { call, values, refreshes, show = {}, mayBeSaved, children } = props
  const t = useKitText()
  const id = useId()
  const entity = useEntityForm(call, { subject: { mode: 'edit', values }, mayBeSaved }, () => {
    Message.success(t('dialog.editSucceeded'))
    void refresh(...refreshes)
  })
  const conflict = entity.changes.length > 0
  useDiscardGuard(true, entity.isDirty, 'dialog.leaveQuestion')
  return (
    <div className="card entity-page">
      {conflict && (
        <ConflictView changes={entity.changes} area={call.area} yours={entity.entered()} show={show} />
      )}
      {entity.problem && (
        <p className="dialog-problem" role="alert">
          {entity.problem}
        </p>
      )}
      <div hidden={conflict}>
        <SchemaForm
          id={id}
          schema={call.request}
          area={call.area}
          form={entity.form}
          initialValues={values}
          onSubmit={entity.submit}
        >
          {children}
        </SchemaForm>
      </div>
      <div className="entity-page-buttons">
        {conflict ? (
          <ConflictButtons {...entity} />
        ) : (
          <>
            <Button type="primary" htmlType="submit" form={id} loading={entity.busy}>
              {t('dialog.save')}
            </Button>
            <Button disabled={entity.busy} onClick={() => entity.form.resetFields()}>
              {t('dialog.undo')}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

/**
 * The form of a page about the one record of its kind: saved as in an `EntityDialog`, with a warning before the page is
 * left with changes. Each version that was read begins with a fresh form.
 */
export function EntityPage<C extends Call>(props: EntityPageProps<C> & { readonly version: number }) {
  const { version, ...form } = props
  return <EntityPageForm key={version} {...form} />
}

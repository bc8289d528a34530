import { Message } from '@arco-design/web-react'
import type { Call, InputOf } from '@atrium/contract'
import { send } from '@atrium/shared-api'
import { useCallback } from 'react'
import { refresh } from '../base/query.ts'
import { useKitText } from '../texts/index.ts'
import { confirmOperation } from './confirm.ts'

/**
 * Deletes a thing after a confirmation, shows the success, and reloads lists.
 * @param call the deleting call
 * @param lists the calls whose results change; the same array at every render
 * @param question the question; whether to delete the information by default
 * @returns takes the call's input and the thing's name; a rejection has been shown by then
 */
export function useDeletion<C extends Call>(call: C, lists: readonly Call[], question?: string) {
  const t = useKitText()
  return useCallback(
    async (input: InputOf<C>, thing: string): Promise<void> => {
      const agreed = await confirmOperation({
        title: t('dialog.deleteTitle'),
        content: `${question ?? t('dialog.deleteQuestion')} ${t('dialog.deleteThing', { thing })}`,
        ok: t('dialog.delete'),
        danger: true,
      })
      if (!agreed) return
      const deleted = await send(call, input).then(
        () => true,
        () => false,
      )
      if (!deleted) return
      Message.success(t('dialog.deleteSucceeded'))
      await refresh(...lists)
    },
    [call, lists, question, t],
  )
}

import { Message } from '@arco-design/web-react'
import type { Call, InputOf } from '@atrium/contract'
import { send } from '@atrium/shared-api'
import { useCallback } from 'react'
import { refresh } from '../base/query.ts'
import { useKitText } from '../texts/index.ts'
import { confirmChange } from './confirm.tsx'

/**
 * Deletes an item after a confirmation, which also asks for the reason if one is needed. Then it shows a message and
 * reloads lists.
 * @param call the deleting call
 * @param lists calls whose results change; must stay the same array between renders
 * @param question text of the question; a general question by default
 * @returns a function that takes the call's input, the item's name and the item's tenant; the call itself shows a
 * rejection
 */
export function useDeletion<C extends Call>(call: C, lists: readonly Call[], question?: string) {
  const t = useKitText()
  return useCallback(
    async (input: InputOf<C>, thing: string, tenantId?: string): Promise<void> => {
      const confirmation = {
        title: t('dialog.deleteTitle'),
        content: `${question ?? t('dialog.deleteQuestion')} ${t('dialog.deleteThing', { thing })}`,
        ok: t('dialog.delete'),
        danger: true,
      }
      const reason = await confirmChange(confirmation, call, { tenantId, ...Object(input) })
      if (!reason) return
      const deleted = await send(call, input, { reason }).then(
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

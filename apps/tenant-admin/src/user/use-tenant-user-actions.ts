import { membershipStatus, type TenantUser, tenantUserDelete, tenantUserUpdateBase } from '@atrium/contract'
import { useContractText, useSession } from '@atrium/shared-api'
import { type RowAction, useAccessAction } from '@atrium/ui-kit/list'
import { operate } from '@atrium/ui-kit/overlay'
import { useCallback, useMemo } from 'react'
import { useTenantText } from '../texts/index.ts'
import { tenantUserLists } from './lists.ts'

export interface TenantUserHandlers {
  readonly editBase: (user: TenantUser) => void
  readonly editImportant: (user: TenantUser) => void
  readonly extend: (user: TenantUser) => void
}

/** Returns functions that disable, enable or remove a user of a tenant after a confirmation. */
function useOperations() {
  const t = useTenantText()
  const shared = useContractText()
  return useMemo(() => {
    const wordsOf = ({ displayName: name, tenantName: tenant }: TenantUser) => ({
      name,
      tenant,
      notification: shared('product.notification'),
    })
    return {
      disable: (user: TenantUser) =>
        void operate(tenantUserLists, {
          question: {
            title: t('user.disable.title'),
            content: t('user.disable.question', wordsOf(user)),
            ok: t('user.disable.action'),
            danger: true,
          },
          call: tenantUserUpdateBase,
          input: { id: user.id, rowVersion: user.rowVersion, enabled: membershipStatus.disabled },
          tenantId: user.tenantId,
          done: t('user.disable.done'),
        }),
      enable: (user: TenantUser) =>
        void operate(tenantUserLists, {
          question: {
            title: t('user.enable.title'),
            content: t('user.enable.question', wordsOf(user)),
            ok: t('user.enable.action'),
          },
          call: tenantUserUpdateBase,
          input: { id: user.id, rowVersion: user.rowVersion, enabled: membershipStatus.enabled },
          tenantId: user.tenantId,
          done: t('user.enable.done'),
        }),
      remove: (user: TenantUser) =>
        void operate(tenantUserLists, {
          question: {
            title: t('user.remove.title'),
            content: t('user.remove.question', wordsOf(user)),
            ok: t('user.remove.action'),
            danger: true,
          },
          call: tenantUserDelete,
          input: { id: user.id },
          tenantId: user.tenantId,
          done: shared('tenantUser.done.removed'),
        }),
    }
  }, [t, shared])
}

/**
 * Returns the actions for a tenant user. The function stays the same between renders. Actions that the server would
 * reject are disabled, with the reason.
 */
export function useTenantUserActions(handlers: TenantUserHandlers): (user: TenantUser) => RowAction[] {
  const t = useTenantText()
  const shared = useContractText()
  const own = useSession(({ user }) => user?.id)
  const operations = useOperations()
  const access = useAccessAction()
  const { editBase, editImportant, extend } = handlers
  // Memoized, because all rows of a page share the labels.
  const labels = useMemo(
    () => ({
      edit: t('user.base.action'),
      important: t('user.important.action'),
      notImportant: shared('tenantUser.refusal.alsoElsewhere'),
      extend: t('user.extend'),
      disable: t('user.disable.action'),
      enable: t('user.enable.action'),
      remove: t('user.remove.action'),
      own: t('user.own'),
      ownPeriod: t('user.ownPeriod'),
      unreachable: t('user.unreachable'),
    }),
    [t, shared],
  )
  return useCallback(
    (user) => {
      const edit = { label: labels.edit, onChoose: () => editBase(user) }
      if (!user.reachable) return [{ ...edit, disabledReason: labels.unreachable }]
      const disabledReason = user.userId === own ? labels.own : undefined
      const { disable, enable, remove } = operations
      return [
        edit,
        {
          label: labels.important,
          disabledReason: user.important ? undefined : labels.notImportant,
          // These fields belong to the user, who has a separate version.
          onChoose: () => editImportant({ ...user, rowVersion: user.userVersion }),
        },
        {
          label: labels.extend,
          disabledReason: disabledReason && labels.ownPeriod,
          onChoose: () => extend(user),
        },
        user.enabled === membershipStatus.enabled
          ? { label: labels.disable, danger: true, disabledReason, onChoose: () => disable(user) }
          : { label: labels.enable, disabledReason, onChoose: () => enable(user) },
        { label: labels.remove, danger: true, disabledReason, onChoose: () => remove(user) },
        ...access({ tenantId: user.tenantId, userId: user.userId }),
      ]
    },
    [labels, own, operations, access, editBase, editImportant, extend],
  )
}

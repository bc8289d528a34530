import { tenantRoles } from '@atrium/contract'
import { useLanguage } from '@atrium/shared-api'
import { confirmDialog } from '@atrium/ui-kit/overlay'
import { useCall } from '@atrium/ui-kit/pickers'
import { useStudyText } from '../texts/index.ts'

/** Asks for confirmation before e-mail recipients get a role that opens administration screens. */
export function useRoleQuestion(field: string, tenantId: string) {
  const t = useStudyText()
  const language = useLanguage()
  const { data } = useCall(tenantRoles, { tenantId })
  return async (values: Readonly<Record<string, unknown>>): Promise<boolean> => {
    const addresses = Array.isArray(values.EmailList) ? values.EmailList.length : 0
    const role = data?.find(({ code }) => code === values[field])
    if (addresses === 0 || !role || role.menus.length === 0) return true
    const menus = new Intl.ListFormat(language).format(role.menus)
    return confirmDialog({
      title: t('invitation.roleQuestion.title', { role: role.desc }),
      content: t('invitation.roleQuestion.content', { role: role.desc, menus, count: addresses }),
      ok: t('invitation.roleQuestion.ok'),
    })
  }
}

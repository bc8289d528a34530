import { Link, pathOf, routePath, useLocation, useSession } from '@atrium/shared-api'
import { useStudyText } from '../texts/index.ts'

/** Links to a tenant's requests for unblinded access. Renders nothing for users without the register's menu. */
export function RegisterLink({ tenantId }: { readonly tenantId: string }) {
  const t = useStudyText()
  const { pathname } = useLocation()
  const register = pathOf('unblinding')
  const hasMenu = useSession(({ user }) =>
    user?.menuList.some(({ list }) => list.some(({ url }) => routePath(url) === register)),
  )
  if (!hasMenu) return null
  const search = new URLSearchParams({ tenantId, state: 'requested' }).toString()
  return (
    <Link className="invitation-register" to={{ pathname: pathOf('unblinding', pathname), search }}>
      {t('invitation.register')}
    </Link>
  )
}

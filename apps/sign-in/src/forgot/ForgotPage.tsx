import { useSearchParams } from '@atrium/shared-api'
import { ResetPage } from './ResetPage.tsx'
import { RemindPage } from './remind/RemindPage.tsx'

/** Ways back in: a new password, or before that a forgotten user name. */
export default function ForgotPage() {
  const [query] = useSearchParams()
  return query.get('step') === 'remind' ? <RemindPage /> : <ResetPage />
}

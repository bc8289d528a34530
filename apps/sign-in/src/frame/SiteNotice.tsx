import { profile, useLanguage } from '@atrium/shared-api'

/** Where China's registry of sites looks a filing number up. */
const registry = 'https://beian.miit.gov.cn/'

/** Copyright and filing number of the deployment. */
export function SiteNotice() {
  const { copyright, filing } = profile()
  const language = useLanguage()
  return (
    <footer className="si-notice">
      {copyright[language] && <span>{copyright[language]}</span>}
      {filing && (
        <a href={registry} target="_blank" rel="noreferrer">
          {filing}
        </a>
      )}
    </footer>
  )
}

import { createHash } from 'node:crypto'
import { type Language, languageOf, type Profile } from '@atrium/contract'
import { html } from 'ghtml'
import type { errors, KoaContextWithOIDC } from 'oidc-provider'
import { texts } from './texts/index.ts'

const style = `:root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-items:center;
font:16px/1.6 system-ui,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;background:light-dark(#f2f3f5,#17171a);
color:light-dark(#1d2129,#f6f6f6)}main{box-sizing:border-box;width:min(440px,100vw - 32px);padding:32px;border-radius:8px;
background:light-dark(#fff,#232324)}h1{margin:0 0 8px;font-size:20px}p{margin:0 0 16px;color:light-dark(#4e5969,#c5c5c5)}
small{overflow-wrap:anywhere}form{display:flex;flex-wrap:wrap;gap:12px}a,button{display:inline-block;padding:6px 16px;
border:1px solid light-dark(#c9cdd4,#484849);border-radius:4px;background:none;color:inherit;font:inherit;
text-decoration:none;cursor:pointer}button{background:#165dff;border-color:#165dff;color:#fff}
:focus-visible{outline:2px solid #4080ff;outline-offset:2px}`

/** Submits the form of the page at once. Without scripts, its button remains. */
const submit = 'document.forms[0].submit()'

const source = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

interface Page {
  readonly language: Language
  readonly title: string
  /** HTML below the title. */
  readonly content: string
  readonly submits?: boolean
}

/**
 * Sends a page of the provider. It has no `form-action`, because browsers apply that to the redirect back to the
 * product too.
 */
function send(ctx: KoaContextWithOIDC, { language, title, content, submits = false }: Page): void {
  const scripts = submits ? `; script-src ${source(submit)}` : ''
  ctx.set(
    'content-security-policy',
    `default-src 'none'; style-src ${source(style)}${scripts}; base-uri 'none'; frame-ancestors 'none'`,
  )
  ctx.set('cache-control', 'no-store')
  ctx.type = 'html'
  ctx.body = html`<!doctype html><html lang="${language === 'zh' ? 'zh-CN' : 'en'}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${title}</title><style>!${style}</style></head>
<body><main><h1>${title}</h1>!${content}</main>!${submits ? html`<script>!${submit}</script>` : ''}</body></html>`
}

/** Returns the language of a page: the browser's last choice, or else that of the request's `ui_locales`. */
function languageOfPage({ oidc, cookies }: KoaContextWithOIDC): Language {
  const { ui_locales: asked } = (oidc?.params ?? {}) as { ui_locales?: string }
  return languageOf(cookies.get('language', { signed: false }) ?? asked?.split(/[ -]/, 1)[0])
}

const toSuite = (language: Language, profile: Profile): string =>
  html`<a href="${profile.publicUrl}/">${texts[language].toSuite}</a>`

/**
 * Asks whether to sign out. A product that names its user with an ID token is trusted to have asked, unless somebody
 * else is signed in by now.
 * @param form the library's form, which lacks the button
 */
export function logoutPage(ctx: KoaContextWithOIDC, form: string, profile: Profile): void {
  const language = languageOfPage(ctx)
  const t = texts[language]
  const { IdTokenHint: hint, Client: client } = ctx.oidc.entities
  const { sub } = (hint?.payload ?? {}) as { sub?: string }
  const submits = client !== undefined && sub === ctx.oidc.session?.accountId
  const button = html`<button name="logout" value="yes">${t.signOut}</button>`
  const field = '<input type="hidden" name="logout" value="yes"/>'
  const inside = submits ? field + html`<button>${t.signOut}</button>` : button + toSuite(language, profile)
  send(ctx, {
    language,
    title: t.signOutTitle,
    content: html`<p>${t.signOutHint}</p>!${form.replace('</form>', `${inside}</form>`)}`,
    submits,
  })
}

/** Says that the user is signed out of the suite and its products. */
export function signedOutPage(ctx: KoaContextWithOIDC, profile: Profile): void {
  const language = languageOfPage(ctx)
  const t = texts[language]
  send(ctx, {
    language,
    title: t.signedOut,
    content: html`<p>${t.signedOutHint}</p>!${toSuite(language, profile)}`,
  })
}

/** Answers an address that begins too many sign-ins (HTTP 429), instead of leading it on. */
export function rejectFlood(ctx: KoaContextWithOIDC, profile: Profile): void {
  ctx.remove('location')
  ctx.status = 429
  errorPage(ctx, { error: 'too_many_requests' }, profile)
}

/** Explains an error that cannot be sent to the product, such as an address that is not registered. */
export function errorPage(
  ctx: KoaContextWithOIDC,
  { error, error_description: description }: Pick<errors.OIDCProviderError, 'error' | 'error_description'>,
  profile: Profile,
): void {
  const language = languageOfPage(ctx)
  const t = texts[language]
  send(ctx, {
    language,
    title: t.failed,
    content: html`<p>${t.failedHint}</p><p><small>${[error, description].filter(Boolean).join(': ')}</small></p>
!${toSuite(language, profile)}`,
  })
}

import type { Language } from '@atrium/contract'
import { html } from 'ghtml'
import { frame, localTime, note, refresh } from '../page/frame.ts'
import { texts } from '../page/texts.ts'
import type { Initialisation } from './initialisations.ts'
import { type Product, pathOf } from './products.ts'

const card = ({ tenantName, tenantUrlId, times, at }: Initialisation, language: Language): string => {
  const t = texts[language]
  return html`<article>
    <div class="facts">
      <span class="kind">${t.initialised}</span>
      <time datetime="${at}">${localTime(at)}</time>
    </div>
    <h2>${tenantName}</h2>
    <p class="label">${t.domain} ${tenantUrlId} · ${t.times.replace('{{times}}', String(times))}</p>
  </article>`
}

/** What a product was initialised for, the newest first. */
export const productPage = (
  product: Product,
  initialisations: readonly Initialisation[],
  language: Language,
): string =>
  frame({
    language,
    path: pathOf(product),
    title: `${product.appCode} · ${product.name[language]}`,
    about: texts[language].productAbout,
    refresh,
    content:
      html`<p><a href="/?language=${language}">${texts[language].back}</a></p>` +
      (initialisations.length > 0
        ? initialisations.map((one) => card(one, language)).join('')
        : note(texts[language].productEmpty)),
  })

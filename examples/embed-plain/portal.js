const place = document.querySelector('.places')
const first = document.querySelector('atrium-remote')
const button = (id) => document.getElementById(id)

/* The element reports events. */
first.addEventListener('navigate', ({ detail }) => {
  button('shown').textContent = detail.path
})
first.addEventListener('error', ({ detail }) => {
  button('trouble').textContent = `${detail.stage}: ${detail.message}`
})

/* The element follows the portal's own look: its attributes may change at any time. */
const toggle = (attribute, one, other) =>
  first.setAttribute(attribute, first.getAttribute(attribute) === one ? other : one)
button('language').onclick = () => toggle('language', 'zh', 'en')
button('theme').onclick = () => toggle('theme', 'light', 'dark')
button('path').onclick = () => first.setAttribute('path', '/tenantManager/department')

/* An element that is removed from the page removes everything that it added. */
button('unmount').onclick = () => (first.isConnected ? first.remove() : place.prepend(first))
button('sign-out').onclick = () => first.signOut()

/* A second remote, mounted with the function instead of the element: both share the session. */
let second
button('second').onclick = () => {
  if (second) {
    second.mounted.unmount()
    second.element.remove()
    second = undefined
    return
  }
  const element = document.createElement('section')
  place.append(element)
  second = { element, mounted: window.Atrium.mount('study-admin', element) }
}

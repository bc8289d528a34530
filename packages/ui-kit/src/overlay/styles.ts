import '@arco-design/web-react/es/Modal/style/css.js'
import '@arco-design/web-react/es/Select/style/css.js'
import '../form/choices.css'
import './dialog.css'

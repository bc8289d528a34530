import '@arco-design/web-react/es/Select/style/css.js'
import './pickers.css'

import { render } from 'preact';
import { App } from './app.tsx';
import './style.css';

const place = document.getElementById('app');
if (place) render(<App />, place);

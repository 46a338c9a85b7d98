import { mount } from "svelte";
import App from "./App.svelte";
import { keepSettings } from "./lib/settings.svelte";
import "./styles.css";

keepSettings();
mount(App, { target: document.getElementById("page")! });

// Short sounds, made on the spot: a card, a die, a loss, a bell, a clock, a fanfare.
import { settings } from "./settings.svelte";

/** The gain at the end of the slider; at its default, sounds are as loud as they are written below. */
const LOUDEST = 2;

let context: AudioContext | null = null;
let volume: GainNode | null = null;

function ready(): AudioContext | null {
  if (!settings.sound || typeof AudioContext === "undefined") return null;
  context ??= new AudioContext();
  if (!volume) {
    volume = context.createGain();
    volume.connect(context.destination);
  }
  // Ears hear loudness by ratios: the square makes half of the slider sound like half.
  volume.gain.value = (settings.volume / 100) ** 2 * LOUDEST;
  // A browser lets a page make sounds only after the person has touched it.
  if (context.state === "suspended") void context.resume();
  return context.state === "running" ? context : null;
}

function noise(audio: AudioContext, at: number, seconds: number, pitch: number, loud: number): void {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * seconds), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 2;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  const gain = audio.createGain();
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(volume!);
  source.start(at);
}

/** A card is laid down. */
export function card(): void {
  const audio = ready();
  if (audio) noise(audio, audio.currentTime, 0.07, 2400, 0.25);
}

/** A die rolls and lies still. */
export function die(): void {
  const audio = ready();
  if (!audio) return;
  for (const [at, loud] of [[0, 0.4], [0.08, 0.3], [0.15, 0.22], [0.2, 0.15]]) {
    noise(audio, audio.currentTime + at, 0.04, 900, loud);
  }
}

/** Something of yours is gone. */
export function loss(): void {
  const audio = ready();
  if (!audio) return;
  noise(audio, audio.currentTime, 0.12, 1800, 0.3);
  const tone = audio.createOscillator();
  tone.frequency.setValueAtTime(330, audio.currentTime + 0.1);
  tone.frequency.exponentialRampToValueAtTime(140, audio.currentTime + 0.5);
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.16, audio.currentTime + 0.1);
  gain.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + 0.6);
  tone.connect(gain).connect(volume!);
  tone.start(audio.currentTime + 0.1);
  tone.stop(audio.currentTime + 0.6);
}

/** Something came too late. */
export function thud(): void {
  const audio = ready();
  if (audio) noise(audio, audio.currentTime, 0.16, 180, 0.7);
}

/** A clock ticks: higher and louder the nearer the end is (from 0 to 1). */
export function tick(near: number): void {
  const audio = ready();
  if (audio) noise(audio, audio.currentTime, 0.035, 1200 + 1600 * near, 0.15 + 0.35 * near);
}

function chime(audio: AudioContext, at: number, pitch: number, loud: number): void {
  const tone = audio.createOscillator();
  tone.frequency.value = pitch;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.9);
  tone.connect(gain).connect(volume!);
  tone.start(at);
  tone.stop(at + 0.9);
}

/** It is your turn. */
export function bell(): void {
  const audio = ready();
  if (!audio) return;
  for (const [pitch, loud] of [[1568, 0.12], [3136, 0.05], [4704, 0.02]]) chime(audio, audio.currentTime, pitch, loud);
}

/** You have won. */
export function win(): void {
  const audio = ready();
  if (!audio) return;
  for (const [at, pitch] of [[0, 523], [0.14, 659], [0.28, 784], [0.46, 1047]]) {
    chime(audio, audio.currentTime + at, pitch, 0.12);
    chime(audio, audio.currentTime + at, 2 * pitch, 0.04);
  }
}

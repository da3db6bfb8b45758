# The remote half of a session: functions that the hello defines in the shell at the other end.
# Must run on dash, bash, busybox ash and mksh. Lines that begin with # are not sent.
#
# Set by the hello before this text: _p_path (where our own text finds programs), _p_sh (the shell), _p_sid (name of this
# shell's folder), _p_h (nonce of the hello), _p_for (the account this shell should act as; may be empty), _p_merged (set
# where both outputs are one), _p_tools (programs to look for).
#
# Names: _p_d the session's own folder, empty where none can be written; _p_b number of the batch; _p_n nonce that ends
# each frame's output; _p_z nonce that ends what a command wrote to its pipe.
#
# In the folder: shell (process id and start of the shell that runs batches), fence (batches up to this number begin no
# more steps), cur (what runs now: frame, kind, seconds), pid (process group of a running act), record (what began and
# ended), po and pe (pipes for an act's outputs), pd (a pipe that tells which output has ended), and for act I of batch B:
# B.I.s (B while it runs, then its result), B.I.out, B.I.err, B.I.to (its time was over or it wrote too much, and it is being
# ended), B.I.big (it wrote too much), B.I.eo and B.I.ee (nobody can write to that output any more), B.I.cut (the line broke in
# the midst of its input).

_p_nl='
'
_p_opath=$PATH
PATH=$_p_path
# su was asked to speak English; the account's own locale comes back.
[ "${_p_locale+x}" ] && { LC_ALL=$_p_locale;[ "$_p_locale" ] || unset LC_ALL;unset _p_locale; }
_p_fixed="LC_ALL=C;LANGUAGE=;PATH=$_p_path;export LC_ALL LANGUAGE PATH;unset POSIXLY_CORRECT GREP_OPTIONS CDPATH;umask 022;"

# Prints a text, whatever it holds, without a program of its own: others can see the arguments of programs.
case $(LC_ALL=C;type printf 2>/dev/null) in
*builtin*|*built-in*) _p_put() { printf %s "$1"; };;
*) case $(LC_ALL=C;type print 2>/dev/null) in
  *builtin*) _p_put() { print -rn -- "$1"; };;
  *) _p_put() { return 1; };;
  esac;;
esac

# Copies exactly so many bytes of standard input to standard output; busybox head reads ahead.
if [ "$(_p_put abcdef|{ head -c 2 >/dev/null;cat; } 2>/dev/null)" = cdef ];then _p_take() { head -c $1; }
elif [ "$(_p_put abcdef|{ dd bs=2 count=1 iflag=fullblock >/dev/null;cat; } 2>/dev/null)" = cdef ];then
_p_take() {
[ $1 -lt 65536 ] || dd bs=65536 count=$(($1/65536)) iflag=fullblock 2>/dev/null
[ $(($1%65536)) = 0 ] || dd bs=$(($1%65536)) count=1 iflag=fullblock 2>/dev/null
}
else _p_take() { dd bs=1 count=$1 2>/dev/null; }
fi

_p_leader=$(command -v setsid)
[ "$_p_leader" ] || { busybox setsid true 2>/dev/null && _p_leader="$(command -v busybox) setsid"; }

# Time since boot in seconds; the epoch's where there is no /proc.
_p_now() { read -r _p_t _p_x </proc/uptime || _p_t=$(date +%s); } 2>/dev/null

# Finds or makes a folder that only this account can enter, and in it the session's own.
_p_place() {
_p_u=$(id -u)
case $_p_u in 0) _p_c="/run /dev/shm /tmp /var/tmp";; *) _p_c="/tmp /var/tmp /dev/shm $HOME";; esac
for _p_x in $_p_c;do
case $_p_x in /run) _p_x=/run/provision;; *) _p_x=$_p_x/.provision-$_p_u;; esac
[ -d "$_p_x/$_p_sid" ] && [ -O "$_p_x/$_p_sid" ] && [ -O "$_p_x" ] && [ ! -h "$_p_x" ] && { _p_d=$_p_x/$_p_sid;_p_joined=1;return; }
done
for _p_x in $_p_c;do
case $_p_x in /run) _p_x=/run/provision;; *) _p_x=$_p_x/.provision-$_p_u;; esac
[ -d "$_p_x" ] || mkdir -m 700 "$_p_x" || continue
[ ! -h "$_p_x" ] && [ -O "$_p_x" ] || continue
mkdir -m 700 "$_p_x/$_p_sid" || continue
_p_d=$_p_x/$_p_sid
_p_put "0$_p_nl" >"$_p_d/fence" && _p_put "$_p_nl" >"$_p_d/cur" && _p_put "" >"$_p_d/record" && _p_put "" >"$_p_d/pid" && return
rm -rf "$_p_d"
_p_d=
done
} 2>/dev/null

# Sets _p_born to the start of process $1 as the kernel counts it; empty where it is dead or that can't be told.
_p_birth() {
_p_born=
[ -r /proc/$1/stat ] && read -r _p_l </proc/$1/stat || return
set -- ${_p_l##*) }
[ "$1" = Z ] || _p_born=${20}
} 2>/dev/null

# Whether process $1, that started at $2, is still there.
_p_alive() {
[ "$1" -gt 0 ] 2>/dev/null || return 1
kill -0 $1 2>/dev/null || return 1
_p_birth $1
[ "$_p_born" = "$2" ]
}

# All processes below one, each on a line; nothing where there is no /proc.
_p_below() {
_p_all=
for _p_x in /proc/[0-9]*/stat;do
read -r _p_l <$_p_x || continue
_p_q=${_p_l%% *}
_p_l=${_p_l##*) }
_p_l=${_p_l#* }
_p_all="$_p_all$_p_q:${_p_l%% *} "
done 2>/dev/null
_p_found=" $1 "
_p_more=1
while [ "$_p_more" ];do
_p_more=
for _p_x in $_p_all;do
case $_p_found in *" ${_p_x#*:} "*) case $_p_found in *" ${_p_x%:*} "*) ;; *) _p_found="$_p_found${_p_x%:*} ";_p_more=1;; esac;; esac
done
done
_p_found=${_p_found#" $1"}
}

# Ends what runs for frame $1 of kind $2 in the shell $3: a command's process group, or what a query has started.
# Spares $4 and what that has started.
_p_end() {
if [ $2 = Q ];then
_p_g=
_p_below $4
_p_spare=" $4 $_p_found "
_p_below $3
for _p_x in $_p_found;do case $_p_spare in *" $_p_x "*) continue;; esac; _p_g="$_p_g $_p_x"
done
else
_p_g=
read -r _p_g <"$_p_d/pid"
[ "$_p_g" ] || return
if [ "$_p_leader" ];then _p_g=-$_p_g;else _p_below $_p_g;_p_g="$_p_g $_p_found";fi
fi
[ "$_p_g" ] || return
(exec </dev/null >/dev/null 2>&1
kill -TERM $_p_g
sleep 5
read -r _p_x _p_y <"$_p_d/cur"
[ "$2" = Q ] && [ "$_p_x" != "$1" ] && exit
kill -KILL $_p_g) &
} 2>/dev/null

# Runs beside a batch: ends frames whose time is over, and commands that wrote too much.
_p_watch() {
trap "" HUP
exec </dev/null >/dev/null 2>&1
read -r _p_me _p_x </proc/self/stat
_p_was=
_p_k=0
while sleep 1;do
kill -0 $$ || { _p_g=;read -r _p_g <"$_p_d/pid";[ "$_p_g" ] && kill -0 -$_p_g || break; }
read -r _p_f _p_kind _p_s <"$_p_d/cur" && [ "$_p_f" ] || continue
if [ $_p_kind = W ];then
# It has ended, but something of it still holds an output.
_p_put "late$_p_nl" 1<>"$_p_d/pd"
continue
fi
if [ "$_p_f" = "$_p_was" ];then _p_k=$(($_p_k+1));else _p_was=$_p_f;_p_k=1;fi
if [ -e "$_p_d/$_p_f.big" ] && [ ! -e "$_p_d/$_p_f.to" ];then _p_put "" >"$_p_d/$_p_f.to";_p_end $_p_f $_p_kind $$ $_p_me
elif [ $_p_k -ge $_p_s ] && [ ! -e "$_p_d/$_p_f.to" ];then _p_put "" >"$_p_d/$_p_f.to";_p_end $_p_f $_p_kind $$ $_p_me
fi
done
}

# Ends a frame's output. Where both outputs are one, standard error stands between two marks, behind standard output.
_p_mid() { [ -z "$_p_merged" ] || _p_put "$_p_n$_p_nl"; }
_p_mark() {
_p_put "$_p_n $_p_i $*$_p_nl"
[ "$_p_merged" ] || _p_put "$_p_n$_p_nl" >&2
}

# Begins batch $1 with nonces $2 and $3.
_p_open() {
_p_b=$1
_p_n=$2
_p_z=$3
_p_stop=
[ "$_p_old" ] && rm -rf "$_p_d"/*.s "$_p_d"/*.out "$_p_d"/*.err "$_p_d"/*.to "$_p_d"/*.big "$_p_d"/*.cut "$_p_d"/*.e?
_p_old=
_p_w=
[ "$_p_d" ] && { _p_watch & _p_w=$!; }
_p_i=open
_p_mid
_p_mark
}

# A softer signal could get lost: a child that was just forked still has its parent's trap.
_p_shut() {
[ "$_p_w" ] && { kill -KILL $_p_w;wait $_p_w; } 2>/dev/null
_p_w=
}

# One frame. $1 kind (Q, S, C), $2 index, $3 whether its failure stops the batch, $4 seconds, $5 another account, $6 id,
# $7 bytes of input or -1, $8 exports, empty or ending in a semicolon, $9 script. Never called in a condition: that would turn set -e off inside.
_p_x() {
[ -z "$_p_gone" ] || exit 1
_p_i=$2
[ $1 = Q ] || [ "$_p_pipes" ] || [ -z "$_p_d" ] || _p_mkpipes
if [ $7 -ge 0 ];then
_p_has=1
[ $1 = Q ] || _p_put "" >"$_p_d/pid"
_p_feeder $7 $1|(trap _p_gone=1 HUP PIPE TERM
_p_y "$@"
cat >/dev/null
[ "$_p_pipes" ] || _p_bad=$(($_p_bad+2))
exit $_p_bad)
_p_bad=$?
if [ $_p_bad -ge 2 ];then
[ "$_p_pipes" ] && exec 9<&-
_p_pipes=
_p_bad=$(($_p_bad-2))
fi
else
_p_has=
_p_y "$@"
fi
[ $3 = 1 ] && [ $_p_bad != 0 ] && _p_stop=1
}

# Passes on $1 bytes of input to a frame of kind $2, which have a line with a dot behind them. Where that is missing the line is cut, and who
# reads the input must not take its beginning for the whole: ended before it can see an end.
_p_feeder() {
trap "" HUP PIPE
_p_take $1
_p_k=
read -r _p_k
[ "$_p_k" = . ] || [ $2 = Q ] && return
_p_put "" >"$_p_d/$_p_b.$_p_i.cut"
_p_k=0
_p_g=
while [ $_p_k -lt 50 ];do
read -r _p_g <"$_p_d/pid"
[ "$_p_g" ] && break
sleep 0.1 2>/dev/null || sleep 1
_p_k=$(($_p_k+1))
done
[ "$_p_g" ] && if [ "$_p_leader" ];then kill -KILL -$_p_g;else _p_below $_p_g;kill -KILL $_p_g $_p_found;fi 2>/dev/null
}

_p_y() {
_p_bad=0
[ $1 = Q ] || [ -z "$_p_stop" ] || { _p_mid;_p_mark N;return; }
case $1 in Q) _p_query "$@";; *) _p_act "$@";; esac
}

# The words that start a shell; as another account, from root, where one is given.
_p_as() {
if [ -z "$1" ];then _p_words=$_p_sh
elif command -v runuser >/dev/null;then _p_words="runuser -u $1 -- $_p_sh"
else _p_words="su -s $_p_sh $1"
fi
}
# What such a shell sets before anything else.
_p_home() {
_p_pre=
[ "$1" ] && _p_pre="unset XDG_RUNTIME_DIR XDG_SESSION_ID DBUS_SESSION_BUS_ADDRESS MAIL;HOME=~$1;USER=$1;LOGNAME=$1;export HOME USER LOGNAME;cd 2>/dev/null||cd /;"
}

# Opens what the frame reads.
_p_feed() { if [ "$_p_has" ];then exec 4<&0;else exec 4</dev/null;fi; }

_p_query() {
_p_now
_p_t0=$_p_t
[ "$_p_d" ] && _p_put "$_p_b.$2 Q $4$_p_nl" >"$_p_d/cur"
[ -z "$_p_merged" ] || exec 8>&2 2>"$_p_d/qe"
_p_feed
if [ "$5" ];then
_p_as "$5"
_p_home "$5"
_p_put "$_p_pre$8$_p_fixed$9$_p_nl"|$_p_words -c 'eval "exec 3<&-;$(cat <&3)"' "$_p_sh" 3<&0 <&4 4<&- 8>&- 9<&-
_p_rc=$?
else
(eval "$8"
eval "$_p_fixed"
_p_s=$9
set --
eval "$_p_s") <&4 4<&- 8>&- 9<&-
_p_rc=$?
fi
exec 4<&-
[ -z "$_p_merged" ] || exec 2>&8 8>&-
[ "$_p_d" ] && _p_put "$_p_nl" >"$_p_d/cur"
_p_now
_p_mid
[ -z "$_p_merged" ] || cat "$_p_d/qe"
_p_st=E
[ "$_p_d" ] && [ -e "$_p_d/$_p_b.$2.to" ] && _p_st=T && rm -f "$_p_d/$_p_b.$2.to"
[ $_p_st$_p_rc = E0 ] || _p_bad=1
_p_mark $_p_st $_p_rc $_p_t0 $_p_t
}

# Makes the pipes for acts. Their mode does not matter, since the folder is closed to others; an account that has one as its
# output can open it again as /dev/stderr.
_p_mkpipes() {
[ "$_p_pipes" ] && exec 9<&-
_p_pipes=
rm -f "$_p_d/po" "$_p_d/pe" "$_p_d/pd"
mkfifo -m 666 "$_p_d/po" "$_p_d/pe" "$_p_d/pd" 2>/dev/null && [ -p "$_p_d/pd" ] || return
exec 9<>"$_p_d/pd"
_p_pipes=1
}

# Keeps what comes through pipe $1 in file $2, up to the limit. Then says so by file $3, and lets the writer go on. Says $4,
# and makes file $5, when nobody can write any more: that may be long after the act has ended, if it left a daemon behind.
_p_keep() {
trap "" HUP 25
exec <"$1" >/dev/null 2>&1
ulimit -f 32896
cat >"$2" || {
_p_put "" >"$3"
cat
}
_p_put "" >"$5"
_p_put "$4$_p_nl" >&9
}

# Waits until both outputs of act $1 have ended, or all that it wrote before its end has come through.
_p_settle() {
_p_put "$1 W 1$_p_nl" >"$_p_d/cur"
_p_o=
_p_e=
_p_k=0
until [ "$_p_o$_p_e" = oe ];do
_p_l=
read -r _p_l <&9
case $_p_l in
"$1 o") _p_o=o;;
"$1 e") _p_e=e;;
late) _p_drain
break;;
*) _p_k=$(($_p_k+1))
[ $_p_k -lt 1000 ] || break;;
esac
done
_p_put "$_p_nl" >"$_p_d/cur"
}

# A daemon holds an output, or this host is so slow that its end was not noticed yet. What stands before our own mark in the
# pipe is the act's; who keeps it may also end before the mark gets there.
_p_drain() {
[ "$_p_o" ] || _p_put "$_p_z" 1<>"$_p_d/po"
[ "$_p_e" ] || _p_put "$_p_z" 1<>"$_p_d/pe"
_p_k=0
until { [ -e "$_p_f.eo" ] || grep -q $_p_z "$_p_f.out"; } && { [ -e "$_p_f.ee" ] || grep -q $_p_z "$_p_f.err"; } || [ -e "$_p_f.big" ];do
sleep 0.05 2>/dev/null || sleep 1
_p_k=$(($_p_k+1))
[ $_p_k -lt 1200 ] || _p_put "" >"$_p_f.big"
done
# The next act must not share its pipes with the daemon.
_p_pipes=
exec 9<&-
}

_p_act() {
_p_f=$_p_d/$_p_b.$2
_p_old=1
{ [ "$_p_pipes" ] && _p_put B >"$_p_f.s" && _p_put "begin $6$_p_nl" >>"$_p_d/record"; } 2>/dev/null || {
_p_bad=1
_p_mid
_p_put "No folder on this host can hold the record of what is done (tried $_p_c): each is full or read-only.$_p_nl" >&2
_p_mark E 73 0 0
return
}
_p_x=
[ -e "$_p_d/fence" ] && read -r _p_x <"$_p_d/fence"
case $_p_x in ''|*[!0-9]*) _p_x=999999999;; esac
if [ $_p_b -le $_p_x ];then
_p_put N >"$_p_f.s"
_p_put "end $6 fenced$_p_nl" >>"$_p_d/record"
_p_mid
_p_mark N
return
fi
_p_keep "$_p_d/po" "$_p_f.out" "$_p_f.big" "$_p_b.$2 o" "$_p_f.eo" &
_p_keep "$_p_d/pe" "$_p_f.err" "$_p_f.big" "$_p_b.$2 e" "$_p_f.ee" &
_p_feed
exec 5>"$_p_d/po" 6>"$_p_d/pe"
_p_now
_p_t0=$_p_t
_p_put "" >"$_p_d/pid"
_p_put "$_p_b.$2 $1 $4$_p_nl" >"$_p_d/cur"
_p_home "$5"
case $1 in
S) _p_pre=$_p_pre$8$_p_fixed;_p_pp=$_p_path;;
*) _p_pre=$_p_pre$8;_p_pp=$_p_opath;;
esac
{ if [ "$5" ];then
_p_as "$5"
_p_put "$_p_pre$9$_p_nl"|PATH=$_p_pp $_p_leader $_p_sh -c 'echo $$ >"$1";shift;exec "$@"' "$_p_sh" "$_p_d/pid" $_p_words -c 'eval "exec 3<&-;$(cat <&3)"' "$_p_sh" 3<&0 <&4 4<&- >&5 2>&6 5>&- 6>&- 9<&-
else
_p_put "$_p_pre$9$_p_nl"|PATH=$_p_pp $_p_leader $_p_sh -c 'echo $$ >"$1";shift;eval "exec 3<&-;$(cat <&3)"' "$_p_sh" "$_p_d/pid" 3<&0 <&4 4<&- >&5 2>&6 5>&- 6>&- 9<&-
fi; } 2>/dev/null
_p_rc=$?
_p_now
exec 4<&- 5>&- 6>&-
_p_settle "$_p_b.$2"
_p_st=E
[ -e "$_p_f.to" ] && _p_st=T
_p_note=
if [ -e "$_p_f.big" ];then
_p_st=B
if [ $(wc -c <"$_p_f.out") -le 16777216 ] && [ $(wc -c <"$_p_f.err") -le 16777216 ];then
_p_note="There is no room in $_p_d for all that it wrote.$_p_nl"
fi
fi
[ $_p_st$_p_rc = E0 ] || _p_bad=1
_p_l="$_p_st $_p_rc $_p_t0 $_p_t"
if [ -e "$_p_f.cut" ];then
# A step can be run again, a command can't.
if [ $1 = S ];then _p_l=N;else _p_l=U;fi
fi
{ _p_put "$_p_l" >"$_p_f.s"
_p_put "end $6 $_p_rc$_p_nl" >>"$_p_d/record"; } 2>/dev/null
_p_tell
}

# Prints what is kept of an act in $_p_f, with the result $_p_l.
_p_tell() {
_p_copy=cat
case $_p_l in B\ *) _p_copy="head -c 65536";; esac
[ -s "$_p_f.out" ] && $_p_copy "$_p_f.out"
_p_mid
[ -z "$_p_note" ] || _p_put "$_p_note" >&2
[ ! -s "$_p_f.err" ] || $_p_copy "$_p_f.err" >&2
_p_note=
_p_mark $_p_l
}

# Ends the shell for good.
_p_bye() {
trap - 0
[ "$_p_d" ] && rm -rf "$_p_d"
exit 0
}
# Ends the shell, leaving the folder to another.
_p_quit() {
trap - 0
exit 0
}
# The line was lost. Whoever comes back finds what was done; if nobody does, nothing stays.
_p_left() {
trap - 0
[ "$_p_d" ] || exit 0
exec </dev/null >/dev/null 2>&1
_p_put "0 $$$_p_nl" >"$_p_d/shell"
_p_x=
read -r _p_x <"$_p_d/fence"
[ "$_p_x" = 999999999 ] || sleep 300
read -r _p_x <"$_p_d/shell"
[ "$_p_x" != "0 $$" ] || rm -rf "$_p_d"
exit 0
}

# From another shell: no step of a batch up to number $1 begins from now on.
_p_fence() { _p_put "$1$_p_nl" >"$_p_d/fence"; }
# From another shell: ends what runs now.
_p_kill() {
read -r _p_f _p_kind _p_x <"$_p_d/cur"
read -r _p_op _p_x <"$_p_d/shell"
[ -z "$_p_f" ] || _p_end $_p_f $_p_kind $_p_op $$
}

# Takes over from a shell whose line was lost in batch $1: fences it, waits up to $2 seconds for the act it may be running,
# ends it, and tells what came of the acts $3 and on.
_p_adopt() {
_p_fence $1
_p_b=$1
_p_until=$2
_p_n=$3
_p_i=open
_p_mid
_p_mark
shift 3
_p_op=$$
_p_ob=
read -r _p_op _p_ob <"$_p_d/shell"
_p_now
_p_until=$((${_p_t%.*}+$_p_until))
for _p_i in "$@";do
while :;do
_p_f=$_p_d/$_p_b.$_p_i
_p_l=
[ -e "$_p_f.s" ] && read -r _p_l <"$_p_f.s"
[ "$_p_l" = B ] || break
_p_g=
read -r _p_g <"$_p_d/pid"
_p_alive $_p_op $_p_ob || { [ "$_p_g" ] && kill -0 -$_p_g 2>/dev/null; } || break
_p_now
[ ${_p_t%.*} -lt $_p_until ] || break
sleep 0.1 2>/dev/null || sleep 1
done
done
if [ $_p_op != $$ ] && _p_alive $_p_op $_p_ob;then
read -r _p_g <"$_p_d/pid"
_p_below $_p_op
kill -KILL $_p_op $_p_found
[ "$_p_g" ] && [ "$_p_leader" ] && kill -KILL -$_p_g
fi 2>/dev/null
_p_birth $$
_p_put "$$ $_p_born$_p_nl" >"$_p_d/shell"
trap _p_left 0
_p_put "$_p_nl" >"$_p_d/cur"
_p_old=1
for _p_i in "$@";do
_p_f=$_p_d/$_p_b.$_p_i
_p_l=
if [ -e "$_p_f.s" ];then
read -r _p_l <"$_p_f.s"
case $_p_l in ''|B) _p_l=U;; esac
else _p_l=N
fi
_p_note=
_p_tell
done
}

# Sees to what dead sessions of this account have left: fences each that is named, ends its shell unless that is in an act,
# and removes its folder.
_p_drop() {
for _p_x in "$@";do
_p_x=${_p_d%/*}/$_p_x
[ -e "$_p_x/fence" ] || continue
_p_put "999999999$_p_nl" >"$_p_x/fence"
_p_l=
read -r _p_l <"$_p_x/cur"
case $_p_l in *" S "*|*" C "*) continue;; esac
read -r _p_op _p_ob <"$_p_x/shell"
_p_alive $_p_op $_p_ob && { _p_below $_p_op;kill -KILL $_p_op $_p_found; }
rm -rf "$_p_x"
done
} 2>/dev/null

# Says which other folders there are, and removes those a day old whose shell is dead.
_p_others() {
for _p_x in "${_p_d%/*}"/*;do
[ "$_p_x" != "$_p_d" ] && [ -e "$_p_x/shell" ] || continue
_p_put "other ${_p_x##*/}$_p_nl"
_p_op=0
_p_ob=
read -r _p_op _p_ob <"$_p_x/shell"
_p_alive $_p_op $_p_ob || [ -z "$(find "$_p_x/shell" -mtime +0 2>/dev/null)" ] || rm -rf "$_p_x"
done
}

# Answers the hello: who this is first, then what the engine wants to know of the host, a line each.
_p_hello() {
_p_u=$(id -u)
_p_put "$_p_h hello $_p_u"
[ -z "$_p_for" ] || _p_put " $(id -u -- "$_p_for" 2>/dev/null || id -u "$_p_for")"
_p_put "$_p_nl"
cd 2>/dev/null || cd /
_p_d=
_p_pipes=
_p_joined=
_p_place
if [ "$_p_d" ] && [ -z "$_p_joined" ];then
_p_birth $$
_p_put "$$ $_p_born$_p_nl" >"$_p_d/shell"
_p_others
fi
_p_gone=
# A signal that comes in the midst of an act must not keep its end from being recorded.
trap _p_gone=1 HUP PIPE TERM
[ "$_p_joined" ] || trap _p_left 0
_p_put "joined $_p_joined$_p_nl"
_p_put "user $(id -un)$_p_nl"
_p_put "home $HOME$_p_nl"
_p_put "folder $_p_d$_p_nl"
_p_put "kernel $(uname -s)$_p_nl"
_p_put "release $(uname -r)$_p_nl"
_p_put "machine $(uname -m)$_p_nl"
_p_put "name $(uname -n)$_p_nl"
_p_x=
[ -r /proc/1/comm ] && read -r _p_x </proc/1/comm
_p_put "init $_p_x$_p_nl"
_p_x=
[ -r /proc/sys/kernel/random/boot_id ] && read -r _p_x </proc/sys/kernel/random/boot_id
_p_put "boot $_p_x$_p_nl"
_p_x=/etc/os-release
[ -r $_p_x ] || _p_x=/usr/lib/os-release
[ -r $_p_x ] && while IFS= read -r _p_l;do
case $_p_l in ID=*|ID_LIKE=*|VERSION_ID=*) _p_put "os $_p_l$_p_nl";; esac
done <$_p_x
_p_l=
for _p_x in $_p_tools;do command -v $_p_x >/dev/null && _p_l="$_p_l $_p_x";done
_p_put "tools$_p_l$_p_nl"
_p_put "$_p_h$_p_nl"
_p_put "$_p_h$_p_nl" >&2
}
